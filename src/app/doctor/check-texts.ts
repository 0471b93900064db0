import type { UnreadableItem } from '../ports/doctor.ts';
import { counted, error, type Finding, ok } from './finding.ts';

const MAX_LISTED = 50;
const FIX =
  'Restore it from a backup of the store. Until then readers get a mark or an empty value in its place, and everything else.';

const reportItem = ({ kind, id, columns }: UnreadableItem): Finding =>
  error('json', `The ${kind} ${id} is damaged: ${columns.join(' and ')} cannot be read as JSON.`, FIX);

export function checkJson(unreadable: readonly UnreadableItem[]): readonly Finding[] {
  if (unreadable.length === 0) return [ok('json', 'Every JSON value can be read.')];
  const more = unreadable.length - MAX_LISTED;
  return [
    ...unreadable.slice(0, MAX_LISTED).map(reportItem),
    ...(more > 0
      ? [error('json', `${counted(more, 'more item is', 'more items are')} damaged in the same way.`, FIX)]
      : []),
  ];
}
