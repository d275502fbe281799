import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start whole programs come first: without durations of an earlier run, as in a fresh clone, Vitest goes by
 * the size of a file, and the longest might be begun last, with the other cores idle until it ends.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Files of one project stay together: a worker that changes projects begins anew.
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ project, moduleId }: TestSpecification): number =>
      2 * projects.indexOf(project) + (moduleId.endsWith('.e2e.test.ts') ? 0 : 1)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
