import type { Message, ModelRequest } from './messages-api.ts';

const MARK = 'SessionStart hook additional context: ';
/** What the client puts behind a hook's words in the same message. */
const NEXT =
  /\n\n(?=# Environment\n|UserPromptSubmit hook additional context: |SessionStart hook additional context: |The following deferred tools |Today's date is )/;

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n\n');

/** The reports that the hook at the start of a session gave the model, oldest first. */
export const injectedReports = (request: ModelRequest | undefined): readonly string[] =>
  (request?.messages ?? [])
    .filter(({ role }) => role === 'system')
    .flatMap((message) => textOf(message).split(NEXT))
    .filter((part) => part.startsWith(MARK))
    // The client joins what several hooks of one event say.
    .flatMap((part) => part.slice(MARK.length).split(/\n(?=# Orientation: )/));

/** The newest of them. */
export const lastReport = (request: ModelRequest | undefined): string =>
  injectedReports(request).at(-1) ?? '';

/** Everything in a request, as it came over the wire. */
export const wire = (request: ModelRequest | undefined): string => JSON.stringify(request);

/** What a conversation began with; each has its own. */
export const opening = ({ messages }: ModelRequest): string => JSON.stringify(messages[0]);

/** What the tools answered since the model spoke last. */
export const answers = (request: ModelRequest | undefined): string =>
  JSON.stringify(request?.messages.findLast(({ role }) => role === 'user'));

/** The client asks the model for the summary that takes the conversation's place. */
export const asksForSummary = ({ messages }: ModelRequest): boolean =>
  messages
    .slice(-2)
    .some((message) => textOf(message).includes('create a detailed summary of the conversation'));
