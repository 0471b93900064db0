import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/support/program.ts';

/** Of a set that lies beside the project, never in it: for measuring only. */
const FILE = join(ROOT, '..', 'shared', 'data', 'locomo-dev.json');
/** Questions of this category have no answer in the conversation. */
const ADVERSARIAL = 5;

export interface Turn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
}

export interface Conversation {
  readonly id: string;
  readonly sessions: readonly {
    readonly n: number;
    readonly date: string;
    readonly turns: readonly Turn[];
  }[];
  readonly questions: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence: readonly string[];
  }[];
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `1:56 pm on 8 May, 2023` */
export function instantOf(date: string): string {
  const [, hour, minute, half, day, month, year] =
    /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(date) ?? [];
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return new Date(
    Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day), hours, Number(minute)),
  ).toISOString();
}

export function readConversations(): readonly Conversation[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const { conversations } = JSON.parse(readFileSync(FILE, 'utf8')) as { conversations: Conversation[] };
  return conversations.map((one) => ({
    ...one,
    questions: one.questions.filter(
      ({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0,
    ),
  }));
}
