import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** A title states why its test is skipped here: "… (skipped: zsh is not installed)". */
const REASON = /\(skipped: ([^)]*)\)/;

function* skippedIn(modules: readonly TestModule[]) {
  for (const module of modules)
    for (const test of module.children.allTests('skipped'))
      yield { file: module.moduleId, reason: REASON.exec(test.fullName)?.[1] ?? 'not for this machine' };
}

/** Ends the output of a run with what it did not test, which a line of counts would hide. */
export default class ReportSkipped implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { root = '', testNamePattern } = this.#vitest?.config ?? {};
    // Tests that a pattern leaves out are reported as skipped, too.
    if (testNamePattern !== undefined) return;
    const counts = new Map<string, number>();
    for (const { file, reason } of skippedIn(modules)) {
      const line = `${relative(root, file)}: ${reason}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    for (const [line, count] of counts) process.stderr.write(`Skipped ${count} in ${line}\n`);
  }
}
