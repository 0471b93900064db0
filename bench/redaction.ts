import { createRedactor } from '../src/redact/create-redactor.ts';
import { ORDINARY_LINES } from '../test/support/ordinary-lines.ts';
import { atMost, type Bench } from './benchmark.ts';
import { rounded } from './measure.ts';

const redactor = createRedactor();
const SIZE = 500_000;
const ROUNDS = 2;

/** Each drives one rule or one view of the text as hard as it can be driven. */
const UNITS: readonly string[] = [
  ...['a', '\n', '\\', '%', '=', 'a\n', 'ab1\n', 'a1\\\n', 'a1=\n', '> a1\n', 'ab1cd\nxy2zw\n', 'ghp_abc\n'],
  ...[
    '%25',
    '%2525',
    'token%3D',
    '%3Cprivate%3E',
    '\\u0061',
    '\\u005c',
    'token\\u003d',
    '\\\\',
    '\\"',
    '\\n',
  ],
  ...['eyJhIjoi', 'eyJabc.eyJabc\n', 'a/', 'a-b_', `${'aGVsbG8gd29ybGQg'.repeat(4)}\n`],
  ...['://a', '://a1b2c3d4e5f6g7', '@tcp(', 'u:@tcp(h)/', '@/a?b=', 'a:5432:b:c:', '*:*:*:*:'],
  ...['echo ', 'echo a | ', 'echo a | docker login ', "printf '%s' ", '--password-stdin <<< ', 'sudo -S '],
  ...['kind: Secret\n', 'kind: Secret\ndata:\n a: bbbb\n', 'data:\n', '---\n', '---\nkind: Secret\n'],
  ...['api key provided ', 'token not found: ', 'key was not valid ', 'invalid API key ', 'token='],
];

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Processor time of the best of several rounds: the machine may be busy with others. */
async function cpuMs(text: string, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await redactor.redact([text]);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

async function worstGrowth(progress: (line: string) => void) {
  let worst = { unit: '', ratio: 0, ms: 0 };
  for (const unit of UNITS) {
    progress(JSON.stringify(unit));
    const once = await cpuMs(fill(unit, SIZE), ROUNDS);
    const ms = await cpuMs(fill(unit, 2 * SIZE), ROUNDS);
    if (ms / once > worst.ratio) worst = { unit, ratio: ms / once, ms };
  }
  return worst;
}

/** Time grows with the text, not with its square: twice the text takes about twice as long, whatever it says. */
export const redaction: Bench = {
  name: 'redaction',
  about: `${UNITS.length} texts of ${SIZE} and ${2 * SIZE} characters made to be slow, ${ROUNDS} rounds each`,
  run: async (progress) => {
    const worst = await worstGrowth(progress);
    const prose = fill(`${ORDINARY_LINES.join('\n')}\n`, 100_000);
    const ordinaryMs = await cpuMs(prose, 20);
    return [
      {
        area: 'redaction',
        measure: 'twice the text, worst of all texts, multiple of the processor time',
        value: rounded(worst.ratio),
        unit: '×',
        bound: atMost(3.5, 2.5),
        detail: `${JSON.stringify(worst.unit)}, ${rounded(worst.ms, 0)} ms for ${2 * SIZE} characters`,
      },
      {
        area: 'redaction',
        measure: '100,000 characters of lines about tokens and passwords',
        value: rounded(ordinaryMs),
        unit: 'ms',
      },
    ];
  },
};
