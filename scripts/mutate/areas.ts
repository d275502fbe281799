/** A part of the code, and the tests that must notice when it is wrong. */
export type Area = {
  readonly name: string
  /** Folders, or files. */
  readonly sources: readonly string[]
  readonly project: 'pure' | 'services'
  /**
   * Tests, as vitest's filters, nearest first: the next step is run where the one before noticed nothing. `{folder}` stands
   * for the folder that the file is in, `{name}` for the file's own.
   */
  readonly steps: readonly (readonly string[])[]
  /** How many of a hundred of the sample are taken from it. */
  readonly share: number
}

/** Pure tests where there are any: what needs Postgres or Redis is dear, and has the smaller share. */
export const AREAS: readonly Area[] = [
  {
    name: 'engine',
    sources: ['releases/engine'],
    project: 'pure',
    steps: [
      ['test/releases/engine/{folder}/'],
      ['test/releases/', 'test/mechanisms/'],
      ['test/forensics/', 'test/states/', 'test/pipeline/gates/2', 'test/docs/worked-examples'],
    ],
    share: 33,
  },
  {
    name: 'gates',
    sources: ['pipeline/gates'],
    project: 'pure',
    steps: [
      ['test/pipeline/gates/{name}'],
      ['test/pipeline/gates/', 'test/pipeline/reading/'],
      ['test/mechanisms/', 'test/states/'],
    ],
    share: 30,
  },
  {
    name: 'proof',
    sources: ['releases/proof'],
    project: 'pure',
    steps: [['test/releases/proof/'], ['test/docs/verify-python', 'test/docs/tamper']],
    share: 14,
  },
  {
    name: 'lifecycle',
    sources: ['pipeline/lifecycle'],
    project: 'pure',
    steps: [['test/pipeline/lifecycle/']],
    share: 8,
  },
  {
    name: 'limits',
    sources: ['services/api/limits', 'services/api/checks/limits.ts'],
    project: 'services',
    steps: [['test/services/api/limits/', 'test/services/api/anonymous', 'test/services/api/look-ups']],
    share: 5,
  },
  {
    name: 'auth',
    sources: [
      'services/keys',
      'services/api/checks/credentials.ts',
      'services/api/checks/access.ts',
      'services/api/checks/admission.ts',
    ],
    project: 'services',
    steps: [
      ['test/services/keys/', 'test/services/api/credentials', 'test/services/api/access'],
      ['test/services/api/preflight', 'test/services/mcp/access', 'test/services/cli/key'],
    ],
    share: 5,
  },
  {
    name: 'projections',
    sources: ['pipeline/projections'],
    project: 'services',
    steps: [
      ['test/pipeline/projections/', 'test/services/keys/'],
      ['test/services/api/snapshot/', 'test/pipeline/commands/', 'test/services/operations/verify-log'],
    ],
    share: 3,
  },
  {
    name: 'signer',
    sources: ['pipeline/log-fold'],
    project: 'services',
    steps: [['test/pipeline/log-fold/']],
    share: 2,
  },
]
