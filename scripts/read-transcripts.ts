import { parseArgs } from 'node:util';
import { deriveFromDigest } from '../src/domain/capture/derive/derive-from-digest.ts';
import { renderDigest } from '../src/domain/capture/render-digest.ts';
import type { Fixture } from '../test/transcripts/fixture.ts';
import { FIXTURES } from '../test/transcripts/fixtures/index.ts';
import { readFixture } from '../test/transcripts/read-fixture.ts';
import { renderScores, type Score, scoreHandoff } from '../test/transcripts/score.ts';

const USAGE = 'node scripts/read-transcripts.mjs [--name NAME] [--digest summary|structured]';
const RULE = '='.repeat(100);

const { values } = parseArgs({
  options: { name: { type: 'string' }, digest: { type: 'string' }, help: { type: 'boolean' } },
});

/** What was derived beside what a careful person would have written. */
async function read(fixture: Fixture): Promise<Score> {
  const digest = await readFixture(fixture);
  const derived = deriveFromDigest(digest);
  const score = scoreHandoff(fixture, derived);
  console.log(`${RULE}\n${fixture.name}: ${fixture.about}\n${RULE}\nderived:`);
  for (const item of derived) {
    const mark = score.wrong.includes(item) ? '✗' : ' ';
    console.log(
      `${mark} ${item.type} (${item.lines.join(', ')})\n    ${item.text.replaceAll('\n', '\n    ')}`,
    );
  }
  console.log('expected:');
  for (const item of fixture.expected) {
    const mark = score.missed.includes(item) ? '✗' : item.isOptional ? '?' : ' ';
    console.log(`${mark} ${item.type}: ${item.words.join(' · ')}`);
  }
  if (values.digest === 'summary' || values.digest === 'structured')
    console.log(`${RULE}\n${renderDigest(digest, values.digest)}`);
  return score;
}

const chosen = FIXTURES.filter(({ name }) => values.name === undefined || name === values.name);
if (values.help) {
  console.log(`${USAGE}\ntranscripts: ${FIXTURES.map(({ name }) => name).join(', ')}`);
} else if (chosen.length === 0) {
  console.error(`No such transcript. There are: ${FIXTURES.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  const scores: Score[] = [];
  for (const fixture of chosen) scores.push(await read(fixture));
  console.log(`${RULE}\n${renderScores(scores)}`);
}
