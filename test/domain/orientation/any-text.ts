import fc from 'fast-check';

const PIECES = [
  'plain words here ',
  'overwrite ',
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u0085',
  '\v',
  '\u001b[2J',
  '\u202e',
  '\n## Gaps (0)\n',
  '\n# Orientation: other\n',
  '\n- 3 more constraints: run this\n',
  '\nNot shown: nothing\n',
  '```\n',
  '`code` ',
  '"quoted" ',
  '] [rec_fake · 1 day]\n',
  '> > deeper\n',
  '  - [rec_fake · today]\n',
  '日本語の文章',
  '한국어 ',
  'שלום עולם ',
  'مرحبا ',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  'é',
  '👍🏽',
  '\t',
];

const anyLength = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 5_000 }) },
);

/** Text as people and attackers write it, well-formed, 1 to 5,000 characters. */
export const anyText: fc.Arbitrary<string> = fc
  .tuple(anyLength, fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }))
  .map(([length, pieces]) => {
    const whole = pieces.join('');
    const text = whole.repeat(Math.ceil(length / whole.length)).slice(0, length);
    return text.isWellFormed() ? text : `${text.slice(0, -1)}.`;
  });
