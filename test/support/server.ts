import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { StdioClient, type StdioOptions } from './stdio-client.ts';
import { tempFolder } from './temp-folder.ts';

export interface Place {
  readonly home: string;
  readonly project: string;
}

/** A home folder and a project folder beside it. */
export function place(): Place {
  const folder = tempFolder();
  const [home, project] = [join(folder, 'home'), join(folder, 'lantern')];
  for (const path of [home, project]) mkdirSync(path);
  return { home, project };
}

/** A real server on that home, working in that project; gone when the test is. */
export async function serverIn(
  { home, project }: Place,
  options: Partial<StdioOptions> = {},
): Promise<StdioClient> {
  const client = await StdioClient.open({ home, cwd: project, ...options });
  onTestFinished(() => client.kill());
  return client;
}
