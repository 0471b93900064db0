import { subjectKey } from '../record/subject.ts';
import type { FactItem, OrientationFacts } from './facts.ts';
import { recordEntry } from './record-entry.ts';
import type { Entry, Frame } from './section.ts';

/** Live decisions on one subject, in the order of the first of each; those without a subject stand alone. */
export function groupBySubject(items: readonly FactItem[]): readonly (readonly FactItem[])[] {
  const groups = new Map<string, FactItem[]>();
  for (const item of items) {
    const key = item.subject === null ? '' : subjectKey(item.subject);
    const group = key === '' ? undefined : groups.get(key);
    if (group === undefined) groups.set(key === '' ? item.id : key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Decisions that contradict each other stand side by side, whoever wrote what came between them. */
export function decisionEntries({ decisions, now }: OrientationFacts, frame: Frame): Entry[] {
  return groupBySubject(decisions.items).flatMap((group) =>
    group.map((item) => {
      const others = group.filter((other) => other !== item);
      if (others.length === 0) return recordEntry(item, { now, frame });
      const place = [
        `undecided between this and ${others
          .map(({ id }) => id)
          .slice(0, 2)
          .join(', ')}`,
      ];
      return { ...recordEntry(item, { now, frame, place }), why: 'two live decisions on one subject' };
    }),
  );
}
