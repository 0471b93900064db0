import type { RecordType } from './record/record.ts';
import type { ShortenId } from './short-id.ts';

/** What a caller can do next. Each surface maps these neutral names to its own, such as `session_id` or `--session`. */
export interface Actions {
  'orientation.read': { readonly project?: string; readonly format?: 'full' };
  'gap.list': { readonly project?: string };
  'session.start': {
    readonly project?: string;
    readonly kind?: 'work' | 'game';
    readonly campaign?: string;
    readonly predecessor?: string;
  };
  'session.resume': {
    readonly session?: string;
    readonly kind?: 'work' | 'game';
    readonly campaign?: string;
  };
  'session.list': { readonly project?: string };
  'session.show': { readonly session?: string; readonly detail?: 'full' };
  'session.end': { readonly session?: string; readonly kind?: 'work' | 'game'; readonly mode?: 'pause' };
  'session.close': { readonly session: string; readonly policy?: string };
  'note.add': { readonly session?: string };
  'note.read': { readonly session?: string; readonly project?: string };
  'project.list': Record<never, never>;
  'loop.resolve': { readonly id?: string };
  'memory.read': { readonly ids: readonly string[] };
  'memory.list': {
    readonly type?: RecordType;
    readonly session?: string;
    readonly project?: string;
    readonly status?: 'all';
  };
  'memory.search': { readonly project?: string };
  'memory.store': {
    readonly type?: RecordType;
    readonly isGlobal?: true;
    readonly supersedes?: readonly string[];
  };
  /** Store the text of a damaged record again. */
  'memory.restore': Record<never, never>;
  'memory.update': { readonly id?: string; readonly status?: 'active' | 'resolved' };
  'capture.list': { readonly isUnreviewed?: true };
  'capture.read': { readonly id?: string };
  'campaign.list': Record<never, never>;
  'campaign.show': { readonly campaign?: string; readonly section?: string };
  'campaign.save': { readonly campaign?: string };
  'entity.save': { readonly kind?: string; readonly name?: string; readonly visibility?: 'dm_only' };
  'game.update': Record<never, never>;
  'event.list': Record<never, never>;
  /** These are for a person at a shell; an agent can only ask for them. */
  'campaign.export': Record<never, never>;
  'campaign.import': Record<never, never>;
  'project.switch-on': Record<never, never>;
  'backup.create': Record<never, never>;
  'backup.restore': { readonly file?: string | undefined };
  'backup.purge': Record<never, never>;
  'doctor.run': { readonly isRepairing?: true };
  'config.set': { readonly key: string; readonly value?: string };
  'identity.edit': Record<never, never>;
  'identity.show': Record<never, never>;
  'client.install': { readonly client?: string | undefined; readonly scope?: 'project' };
  'client.uninstall': { readonly client: string; readonly scope?: 'user' | 'project' };
  'client.print-settings': { readonly client?: string };
}

export type Action = keyof Actions;

/** Errors, gaps and notices carry these. Only surfaces turn them into words. */
export type NextStep = { readonly [A in Action]: { readonly action: A; readonly args: Actions[A] } }[Action];

type Optional<Args> = Record<never, never> extends Args ? [args?: Args] : [args: Args];

export const nextStep = <A extends Action>(action: A, ...[args]: Optional<Actions[A]>): NextStep =>
  ({ action, args: args ?? {} }) as NextStep;

const shortenValue = (value: unknown, shorten: ShortenId): unknown => {
  if (typeof value === 'string') return shorten(value);
  return Array.isArray(value) ? value.map((item) => shortenValue(item, shorten)) : value;
};

/** For text: the arguments of a step are whole ids. */
export const shortenStep = ({ action, args }: NextStep, shorten: ShortenId): NextStep =>
  ({
    action,
    args: Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, shortenValue(value, shorten)]),
    ),
  }) as NextStep;

/** One entry for each action, so that a new action does not compile until every surface renders it. */
export type ByAction<Result> = { readonly [A in Action]: (args: Actions[A]) => Result };

export const forAction = <Result>(table: ByAction<Result>, { action, args }: NextStep): Result =>
  (table[action] as (args: unknown) => Result)(args);

export interface Notice {
  readonly text: string;
  readonly next: readonly NextStep[];
}

export const notice = (text: string, ...next: readonly NextStep[]): Notice => ({ text, next });

export interface SurfaceWording {
  step(step: NextStep): string;
  steps(next: readonly NextStep[]): string;
  /** What the reader calls an argument of a call, or a part of one such as `open_loops[2]`: `session_id`, `--session`. */
  parameter(name: string): string;
}

const QUOTED_OR_PARAMETER = /"(?:[^"\\]|\\.)*"|`([a-z_][\w.[\]]*)`/g;

/** Messages write argument names in backticks. Text in double quotes is the caller's own. */
export const renderParameters = (wording: SurfaceWording, text: string): string =>
  text.replaceAll(QUOTED_OR_PARAMETER, (whole, name?: string) =>
    name === undefined ? whole : wording.parameter(name),
  );

export const renderAdvice = (wording: SurfaceWording, text: string, next: readonly NextStep[]): string =>
  [renderParameters(wording, text), wording.steps(next)].filter((part) => part !== '').join(' ');

export const renderNotice = (wording: SurfaceWording, { text, next }: Notice): string =>
  renderAdvice(wording, text, next);
