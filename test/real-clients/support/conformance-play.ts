import type { ConformancePlay, Turn } from '../../support/conformance.ts';
import type { ClientRun, ClientSandbox } from './client-sandbox.ts';
import type { Step } from './model-api.ts';

/** How one client is asked, and how its answers are read. */
interface ClientTalk<Request> {
  /** One prompt without a terminal. */
  ask(prompt: string, ...flags: readonly string[]): Promise<ClientRun<Request>>;
  idIn(stdout: string): string;
  /** The orientations in one request. */
  reportsIn(request: Request | undefined): readonly string[];
  /** What was asked for the person. */
  workIn?(requests: readonly Request[]): readonly Request[];
  /** How the client is started in a terminal, with a first prompt. */
  inTerminal?(prompt: string): readonly string[];
}

/** What the plays of all clients have in common. */
export function playWith<Request>(
  sandbox: ClientSandbox<Request>,
  { ask, idIn, reportsIn, workIn = (requests) => requests, inTerminal = () => [] }: ClientTalk<Request>,
) {
  /** The model does these things. `nth`: the request whose orientation counts. */
  const turn = async (steps: readonly Step[], args: [string, ...string[]], nth = 0): Promise<Turn> => {
    sandbox.api.play(...steps);
    const { stdout, requests } = await ask(...args);
    return { id: idIn(stdout), report: reportsIn(workIn(requests).at(nth)).at(-1) ?? null };
  };
  /** Two prompts in the client's own interface, and between them a command of the client. */
  const typed = async (
    command: string,
    isDone: (screen: string) => boolean,
    ...[prompt, answer, next]: [prompt: string, answer: string, next: string]
  ): Promise<Turn> => {
    const requests = await sandbox.inTerminal({ args: inTerminal(prompt), answer, command, isDone, next });
    return { id: '', report: requests.flatMap(reportsIn).at(-1) ?? null };
  };
  /** A prompt in a conversation of its own, and another with the flags that continue it. */
  const continued =
    (flagsFor: (id: string) => readonly string[]) =>
    async (prompt: string, answer: string, next: string): Promise<Turn> => {
      const { id } = await turn([[answer]], [prompt]);
      return turn([], [next, ...flagsFor(id)]);
    };
  return {
    turn,
    typed,
    continued,
    play: {
      turn: (prompt: string, answer: string) => turn([[answer]], [prompt]),
      clear: (prompt: string, answer: string, next: string) =>
        typed('/clear', (screen) => !screen.includes(answer), prompt, answer, next),
      listSessions: () => sandbox.listSessions(),
      throughline: async (...args: string[]) => (await sandbox.throughline(...args)).stdout,
    } satisfies Partial<ConformancePlay>,
  };
}
