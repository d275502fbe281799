import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files of each project. Of project `services`, files that mostly wait (`outage`, both `recovery`, `replica`) stand
 * between those that compute, so that both cores are busy; `production` follows `served`, which takes the same order through its gates.
 */
export const LONGEST: readonly string[] = [
  'test/states/odisha-document.unit.test.ts',
  'test/pipeline/gates/faults/faults.unit.test.ts',
  'test/docs/verify-python.unit.test.ts',
  'test/releases/proof/tamper-corpus.unit.test.ts',
  'test/pipeline/gates/24-calculation-reference-agrees.unit.test.ts',
  'test/pipeline/reading/schedules-misread.unit.test.ts',
  'test/boundaries.unit.test.ts',
  'test/services/api/route.unit.test.ts',
  'test/docs/commands.e2e.test.ts',
  'test/states/served.int.test.ts',
  'test/services/api/limits/outage.int.test.ts',
  'test/pipeline/jobs/recovery.int.test.ts',
  'test/services/standalone/start.e2e.test.ts',
  'test/docs/recovery.e2e.test.ts',
  'test/services/desk/production.e2e.test.ts',
  'test/faults/replica.int.test.ts',
  'test/services/api/site.e2e.test.ts',
  'test/services/worker/redis-away.int.test.ts',
  'test/bench/parts.int.test.ts',
  'test/scripts/run-local.e2e.test.ts',
  'test/clients/published.e2e.test.ts',
  'test/services/cli/definition.e2e.test.ts',
  'test/pipeline/checkpoints/rotation.int.test.ts',
  'test/faults/redis-cluster.int.test.ts',
  'test/services/platform/local-stack/postgres.int.test.ts',
  'test/faults/processes.int.test.ts',
  'test/faults/home-broken.int.test.ts',
  'test/services/api/http/overload.int.test.ts',
  'test/bench/load.int.test.ts',
  'test/faults/hostile-requests.int.test.ts',
  'test/faults/postgres-lost.int.test.ts',
  'test/scripts/bootstrap.int.test.ts',
  'test/services/desk/browser.e2e.test.ts',
  'test/services/worker/killed.e2e.test.ts',
  'test/services/cli/source.e2e.test.ts',
  'test/services/api/start/start.e2e.test.ts',
  'test/services/api/tamper.int.test.ts',
  'test/services/api/docs-page.e2e.test.ts',
  'test/services/api/site-links.e2e.test.ts',
  'test/services/api/site-inputs.e2e.test.ts',
  'test/services/desk/refusals.e2e.test.ts',
  'test/faults/instances-follow.int.test.ts',
  'test/services/mcp/inspector.int.test.ts',
  'test/pipeline/projections/rebuild.int.test.ts',
  'test/contract/sdk-client.contract.test.ts',
  'test/services/platform/local-stack/recovery.int.test.ts',
  'test/faults/limits-two-instances.int.test.ts',
  'test/services/cli/terminal.e2e.test.ts',
  'test/services/cli/release.e2e.test.ts',
  'test/services/platform/tracing.int.test.ts',
  'test/faults/redis-lost.int.test.ts',
  'test/faults/worker-killed.int.test.ts',
]

/**
 * Slow files come first, then others that start whole programs: without durations of an earlier run, as in a fresh
 * clone, Vitest orders by file size, and the slowest file might start last, with the other cores idle until it ends.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Files of one project stay together: a worker that changes projects restarts.
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const longest = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      const place = longest >= 0 ? longest : moduleId.endsWith('.e2e.test.ts') ? LONGEST.length : LONGEST.length + 1
      return projects.indexOf(project) * (LONGEST.length + 2) + place
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
