import { type Entity, SECRET_FIELDS } from './entity.ts';

/** What search finds of an entity: one text for everybody who may see it, and one for the game master only. */
interface EntityTexts {
  readonly shown: string;
  readonly secret: string | null;
}

/** Their name would say nothing about their text. */
const UNLABELED = new Set<string>(['description', 'known', 'notes', 'history', ...SECRET_FIELDS]);

/** All texts in a value, in order; numbers and flags are left out. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

function lineOf(field: string, value: unknown): readonly string[] {
  const texts = textsIn(value);
  if (texts.length === 0) return [];
  return UNLABELED.has(field) ? texts : [`${field.replaceAll('_', ' ')}: ${texts.join(', ')}`];
}

/** Migration 15 has a frozen copy. */
export function entityTexts(
  { kind, name, fields }: Pick<Entity, 'kind' | 'name' | 'fields'>,
  formerNames: readonly string[],
): EntityTexts {
  const isSecret = (field: string) => (SECRET_FIELDS as readonly string[]).includes(field);
  const linesOf = (areSecret: boolean) =>
    Object.entries(fields).flatMap(([field, value]) =>
      isSecret(field) === areSecret ? lineOf(field, value) : [],
    );
  const head = `${name} (${kind})`;
  const former = formerNames.length === 0 ? [] : [`formerly ${formerNames.join(', ')}`];
  const secret = linesOf(true);
  return {
    shown: [head, ...former, ...linesOf(false)].join('\n'),
    secret: secret.length === 0 ? null : [head, ...secret].join('\n'),
  };
}
