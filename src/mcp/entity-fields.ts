import { givenFields } from '../app/campaign/entity-schema.ts';
import type { EntityKind } from '../domain/campaign/entity.ts';
import { invalid } from '../domain/error.ts';
import { listProblems, MAX_PROBLEMS } from '../lib/describe-issue.ts';
import { nearest } from '../lib/nearest.ts';
import { problemsIn, valuesOf } from './errors.ts';

const parsers = new Map<EntityKind, ReturnType<typeof givenFields>>();

/** Made when somebody first saves one of the kind. */
function parserFor(kind: EntityKind): ReturnType<typeof givenFields> {
  const parser = parsers.get(kind) ?? givenFields(kind);
  parsers.set(kind, parser);
  return parser;
}

/** Which fields there are depends on the kind, which no schema of arguments can say. */
export function parseEntityFields(
  kind: EntityKind,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parser = parserFor(kind);
  const parsed = parser.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['fields', ...issue.path] }));
  const known = Object.keys(parser.shape);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 1 ? issue.keys : [],
  );
  const problems = problemsIn({ issues }, `is no field of this kind (${kind})`);
  const meant = unknown.flatMap((one) => nearest(one, known, 1).map((near) => `${one} → ${near}`));
  const values = issues.flatMap(valuesOf);
  throw invalid(
    unknown.length === issues.length ? 'unknown_argument' : 'invalid_arguments',
    `save_entity: ${listProblems(problems)}.`,
    meant.length > 0
      ? `Did you mean ${meant.join(', ')}? Nothing was written.`
      : `A ${kind} has ${known.join(', ')}; nothing was written.`,
    {
      fields: problems.slice(0, MAX_PROBLEMS),
      allowed: unknown.length > 0 || values.length === 0 ? known : values,
    },
  );
}
