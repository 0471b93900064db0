import { ThroughlineError } from '../domain/error.ts';
import { shortenStep } from '../domain/next-step.ts';
import { listIds, type ShortenId, shortenIdsInLines, shortenIdsInMessage } from '../domain/short-id.ts';
import type { CommandContext } from './define-command.ts';
import { type Column, renderTable } from './render-table.ts';

type Context = Pick<CommandContext, 'services' | 'caller'>;

/** For tables, whose columns are as wide as the ids they show. `--json` has whole ones. */
export const shortIds = (
  { services, caller }: Context,
  ids: readonly (string | null | undefined)[],
): Promise<ShortenId> =>
  services.shortenIds(caller, { shown: ids.filter((id) => id !== null && id !== undefined) });

/** A table with short ids; `idsOf`: those that it shows of one item. */
export async function renderIdTable<Item>(
  context: CommandContext,
  columnsOf: (shorten: ShortenId) => readonly Column<Item>[],
  items: readonly Item[],
  idsOf: (item: Item) => readonly (string | null)[],
): Promise<readonly string[]> {
  const shorten = await shortIds(context, items.flatMap(idsOf));
  return renderTable(columnsOf(shorten), items, context);
}

/** Whole ids stay if the store cannot be read: what was done is reported in any case. */
async function shortenWith<Result>(
  { services, caller }: Context,
  rewrite: (shorten: ShortenId) => Result,
): Promise<Result> {
  const shown = listIds(rewrite);
  const whole: ShortenId = (id) => id;
  return rewrite(
    shown.length === 0 ? whole : await services.shortenIds(caller, { shown }).catch(() => whole),
  );
}

/** The lines of a result. Stored text in them is quoted and stays as it is. */
export const shortenLines = (context: Context, lines: readonly string[]): Promise<readonly string[]> =>
  shortenWith(context, (shorten) => lines.flatMap((line) => shortenIdsInLines(line, shorten).split('\n')));

const LEADING_ID = /^\w+/;

export async function shortenIdsInError(context: Context, error: unknown): Promise<unknown> {
  if (!(error instanceof ThroughlineError)) return error;
  const { kind, code, message, hint, fields, allowed, next, cause } = error;
  return shortenWith(
    context,
    (shorten) =>
      new ThroughlineError(
        kind,
        code,
        shortenIdsInMessage(message, shorten),
        shortenIdsInMessage(hint, shorten),
        {
          ...(fields === undefined ? {} : { fields }),
          ...(allowed === undefined
            ? {}
            : { allowed: allowed.map((one) => one.replace(LEADING_ID, shorten)) }),
          next: next.map((step) => shortenStep(step, shorten)),
          cause,
        },
      ),
  );
}
