import { ROOT } from '../../support/program.ts';
import type { Sandbox } from './client-sandbox.ts';

/** As a person does it with the package or a checkout at hand. */
export async function installPlugin(sandbox: Sandbox, marketplace = ROOT): Promise<void> {
  for (const args of [
    ['marketplace', 'add', marketplace],
    ['install', 'throughline@throughline'],
  ]) {
    const { exitCode, stdout, stderr } = await sandbox.command('plugin', ...args);
    if (exitCode !== 0) throw new Error(`claude plugin ${args.join(' ')}: ${stdout} ${stderr}`);
  }
}
