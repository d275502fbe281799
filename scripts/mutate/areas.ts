/** A part of the code whose mutations are tested. */
export type Area = {
  readonly name: string
  /** Folders, or files. */
  readonly sources: readonly string[]
  /**
   * Tests with Postgres and Redis, as vitest filters, nearest first: run if no pure test detects the mutation. Coverage
   * of pure tests is measured; code in processes that a test starts is not measured, so it is listed here.
   */
  readonly services: readonly (readonly string[])[]
  /** Percentage of the sample taken from it. */
  readonly share: number
}

/** Code tested with Postgres or Redis is expensive and has the smaller share. */
export const AREAS: readonly Area[] = [
  { name: 'engine', sources: ['releases/engine'], services: [], share: 33 },
  { name: 'gates', sources: ['pipeline/gates'], services: [], share: 30 },
  { name: 'proof', sources: ['releases/proof'], services: [], share: 14 },
  {
    name: 'lifecycle',
    sources: ['pipeline/lifecycle'],
    services: [['test/pipeline/log-fold/', 'test/pipeline/commands/'], ['test/pipeline/checkpoints/lapses']],
    share: 8,
  },
  {
    name: 'limits',
    sources: ['services/api/limits', 'services/api/checks/limits.ts'],
    services: [
      ['test/services/api/limits/', 'test/services/api/anonymous', 'test/services/api/look-ups'],
      ['test/faults/redis-cluster'],
    ],
    share: 5,
  },
  {
    name: 'auth',
    sources: ['services/keys', 'services/api/checks/credentials.ts', 'services/api/checks/access.ts'],
    services: [
      ['test/services/keys/', 'test/services/api/credentials', 'test/services/api/access'],
      [
        'test/services/api/look-ups',
        'test/services/api/preflight',
        'test/services/mcp/access',
        'test/services/cli/key',
      ],
    ],
    share: 5,
  },
  {
    name: 'projections',
    sources: ['pipeline/projections'],
    services: [
      ['test/pipeline/projections/', 'test/services/keys/'],
      [
        'test/services/api/snapshot/',
        'test/pipeline/commands/',
        'test/services/operations/verify-log',
        'test/services/cli/log.e2e',
      ],
    ],
    share: 3,
  },
  {
    name: 'signer',
    sources: ['pipeline/log-fold'],
    services: [['test/pipeline/log-fold/']],
    share: 2,
  },
]
