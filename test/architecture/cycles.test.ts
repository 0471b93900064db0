import { describe, expect, it } from 'vitest';
import { FILES, insideSrc, withoutComments } from './source-files.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Imports and re-exports at the head of a file, of types too. What is imported with `import(…)` is loaded later. */
const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export)\b[^;'"]*?['"](\.{1,2}\/[^'"]+)['"]/gm)].map(([, name = '']) => name);

const GRAPH: Graph = new Map(
  FILES.map(({ path, text }) => [
    path,
    importsOf(withoutComments(text)).map((name) => insideSrc(path, name)),
  ]),
);

/** For each import that leads back to a file on the way to it, the files from there to there. */
function findCycles(graph: Graph): readonly string[] {
  const cycles: string[] = [];
  const visited = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (visited.has(path)) return;
    visited.add(path);
    for (const target of graph.get(path) ?? []) visit(target, [...way, path]);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

describe('import cycles', () => {
  it('do not exist between the files of src, type imports included', () => {
    expect(findCycles(GRAPH), 'move what both files need into the lower one').toEqual([]);
  });

  it('are found with the names of their files', () => {
    const graph = new Map([
      ['a.ts', ['b.ts', 'c.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['d.ts']],
      ['d.ts', ['b.ts']],
    ]);
    expect(findCycles(graph)).toEqual(['b.ts → c.ts → d.ts → b.ts']);
  });

  it('are looked for among the imports that the files have', () => {
    expect(
      importsOf("import type { A } from './a.ts';\nexport {\n  b,\n} from '../b.ts';\nimport './c.ts';"),
    ).toEqual(['./a.ts', '../b.ts', './c.ts']);
    expect(importsOf("const load = () => import('./later.ts');")).toEqual([]);
    const targets = [...GRAPH.values()].flat();
    expect(targets.length).toBeGreaterThan(FILES.length);
    expect(targets.filter((path) => !path.endsWith('.json') && !GRAPH.has(path))).toEqual([]);
  });
});
