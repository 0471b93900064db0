import { parseArgs } from 'node:util';
import type { BootReport, BootReportInput } from '../src/app/boot-report.ts';
import { readStory, storyNames } from '../test/support/project-story.ts';
import { type ReplayedProject, replayProject } from '../test/support/replay-project.ts';

const USAGE = 'node scripts/read-projects.mjs [--project NAME] [--budget N] [--brief] [--peek]';
const RULE = '='.repeat(100);

const { values } = parseArgs({
  options: {
    project: { type: 'string' },
    budget: { type: 'string' },
    brief: { type: 'boolean' },
    peek: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function shapes(): BootReportInput[] {
  const full: BootReportInput = { format: 'full', budget_chars: Number(values.budget ?? 8_000) };
  return values.brief ? [{ format: 'brief' }] : [full, { format: 'brief' }];
}

function describe(name: string, shape: BootReportInput, report: BootReport): string {
  const parts = report.scoreParts.map(
    ({ name, earned, possible, why }) => `${name} ${earned}/${possible}: ${why}`,
  );
  const gaps = report.gaps.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  const tally = report.sections
    .filter(({ total }) => total > 0)
    .map(
      ({ name, total, shown, shortened }) =>
        `${name} ${shown}/${total}${shortened > 0 ? ` (${shortened} cut)` : ''}`,
    );
  return [
    RULE,
    `${name} · ${shape.format} · ${report.report.length} characters · ~${report.estimatedTokens} tokens`,
    `score ${report.score}: ${parts.join(' | ')}`,
    `gaps: ${gaps.join(' | ') || 'none'}`,
    `sections: ${tally.join(', ')}`,
    RULE,
    report.report,
    '',
  ].join('\n');
}

/** As the next session sees it after its start; with --peek, as boot_report shows it before. */
async function read(played: ReplayedProject, name: string): Promise<void> {
  if (!values.peek)
    await played.services.startSession(played.next, { agent: 'next', title: 'Monday morning' });
  for (const shape of shapes()) {
    console.log(describe(name, shape, await played.services.bootReport(played.next, shape)));
  }
}

const known = storyNames();
if (values.help) {
  console.log(`${USAGE}\nprojects: ${known.join(', ')}`);
} else if (values.project !== undefined && !known.includes(values.project)) {
  console.error(`No such project. There are: ${known.join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of values.project === undefined ? known : [values.project]) {
    const played = await replayProject(readStory(name));
    try {
      await read(played, name);
    } finally {
      await played.close();
    }
  }
}
