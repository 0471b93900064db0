import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import { pastConversation } from '../support/past-conversation.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type ImportApp, openImportApp, storedRows } from './import-app.ts';

/** Two projects; one conversation is so long that it takes several commits, and one leaves no handoff. */
function writeConversations(folder: string): void {
  const at = (date: string) => `2026-${date}T09:00:00.000Z`;
  pastConversation(folder, 'c1', { cwd: '/repos/boat', startedAt: at('03-01') }, (talk) =>
    talk.person('Build the hull').write('hull.ts').todos(['open', 'paint it']).agent('The hull is built.'),
  );
  pastConversation(folder, 'c2', { cwd: '/repos/boat', startedAt: at('03-02') }, (talk) => {
    for (let turn = 0; turn < 150; turn += 1)
      talk.person(`Plank ${turn}`).agent(`${turn} ${'nailed and sealed '.repeat(700)}`);
    return talk.write('deck.ts').agent('The deck is built.');
  });
  pastConversation(folder, 'c3', { cwd: '/repos/boat', startedAt: at('03-03') }, (talk) => talk.person('hi'));
  pastConversation(folder, 'c4', { cwd: '/repos/house', startedAt: at('03-04') }, (talk) =>
    talk.person('Build the house').write('house.ts').agent('The house is built.'),
  );
}

class Killed extends Error {}

/** An import that stops before the commit with this number, as if its process had been killed there. */
function openStopping(
  home: string,
): ImportApp & { stopBefore(commit: number): void; readonly commits: number } {
  let count = 0;
  let last = Number.POSITIVE_INFINITY;
  const beforeCommit = (_: readonly Change[]) => {
    count += 1;
    if (count >= last) throw new Killed();
  };
  const app = openImportApp({ home, beforeCommit });
  return {
    ...app,
    stopBefore(commit) {
      count = 0;
      last = commit;
    },
    get commits() {
      return count;
    },
  };
}

async function importWhole(home: string) {
  writeConversations(home);
  const app = openStopping(home);
  await app.run();
  return { rows: storedRows(app.path), commits: app.commits };
}

describe('an interrupted import', () => {
  it('gives the same store as one run, wherever it was interrupted', async () => {
    const home = tempFolder();
    const { rows, commits } = await importWhole(home);
    expect(commits).toBeGreaterThan(8);
    for (let stop = 1; stop <= commits; stop += 1) {
      const app = openStopping(home);
      app.stopBefore(stop);
      await expect(app.run()).rejects.toThrow(Killed);
      app.stopBefore(Number.POSITIVE_INFINITY);
      await app.run();
      expect(storedRows(app.path) === rows, `interrupted before commit ${stop}`).toBe(true);
    }
  });

  it('gives the same store after three interruptions', async () => {
    const home = tempFolder();
    const { rows } = await importWhole(home);
    const app = openStopping(home);
    for (const stop of [2, 3, 2]) {
      app.stopBefore(stop);
      await expect(app.run()).rejects.toThrow(Killed);
    }
    app.stopBefore(Number.POSITIVE_INFINITY);
    await app.run();
    expect(storedRows(app.path) === rows).toBe(true);
  });
});
