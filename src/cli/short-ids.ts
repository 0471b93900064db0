import type { ShortenId } from '../domain/short-id.ts';
import type { CommandContext } from './define-command.ts';

/** For lines that show these ids. `--json` has whole ones. */
export const shortIds = (
  { services, caller }: Pick<CommandContext, 'services' | 'caller'>,
  ids: readonly (string | null | undefined)[],
): Promise<ShortenId> =>
  services.shortenIds(caller, { shown: ids.filter((id) => id !== null && id !== undefined) });
