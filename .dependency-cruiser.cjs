/**
 * The import rules between folders: releases know only themselves, pipelines know releases, services know both, and
 * clients, scripts and benches know those.
 * Libraries are allowed by a list, so an unlisted one is refused. test/boundaries.unit.test.ts shows each rule failing.
 */

/** Code that appends, directly or through other code. */
const WRITERS = '^pipeline/(commands/|jobs/|checkpoints/|relay/|event-log/append[.]ts$)'

const npm = (names) => `node_modules/(${names.join('|')})/`
const core = (names) => `^(node:)?(${names.join('|')})$`

/** Pure computation: no clock, no network, no files, no environment. */
const PURE_LIBRARIES = npm(['zod'])
const PURE_MODULES = core(['crypto'])
/** The two implementations of `#digest` and `#signature`: one for Node, one for browsers. */
const CRYPTOGRAPHY = '^releases/crypto/'
const CRYPTOGRAPHY_LIBRARIES = npm(['@noble/curves', '@noble/hashes'])
/** Allowed for gates in addition: the JSON Schema validator. */
const GATE_LIBRARIES = npm(['zod', 'ajv'])

module.exports = {
  forbidden: [
    {
      name: 'every-import-resolves',
      comment: 'An import that is not followed is not judged either. A client has its types only once it is packed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^[.]/contract[.]ts$' },
    },
    {
      name: 'service-runs-without-development-libraries',
      comment: 'The image is installed without them.',
      severity: 'error',
      from: { path: '^(releases|pipeline|services)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'releases-import-nothing-but-releases',
      comment: 'A release must be checkable by somebody who has nothing else of ours.',
      severity: 'error',
      from: { path: '^releases/', pathNot: [CRYPTOGRAPHY, '^releases/proof/sign/'] },
      to: { pathNot: ['^releases/', PURE_LIBRARIES] },
    },
    {
      name: 'releases-sign-and-hash-in-one-place',
      comment:
        "A reader's browser runs releases/ too: what needs Node stands behind #digest and #signature, and signing.",
      severity: 'error',
      from: { path: [CRYPTOGRAPHY, '^releases/proof/sign/'] },
      to: { pathNot: ['^releases/', PURE_LIBRARIES, PURE_MODULES, CRYPTOGRAPHY_LIBRARIES] },
    },
    {
      name: 'verify-does-not-import-sign',
      comment: 'Who checks a proof must not hold what makes one.',
      severity: 'error',
      from: { path: '^releases/proof/verify(/|[.]ts$)' },
      to: { path: '^releases/proof/sign(/|[.]ts$)', reachable: true },
    },
    {
      name: 'reference-does-not-import-engine',
      comment: 'The second evaluator is worth something only while it shares no code with the first (gate 24).',
      severity: 'error',
      from: { path: '^releases/engine/reference(/|[.]ts$)' },
      to: {
        path: '^releases/engine/',
        pathNot: ['^releases/engine/reference(/|[.]ts$)', '^releases/engine/(inputs?|input-names)[.]ts$'],
      },
    },
    {
      name: 'pipeline-imports-only-releases',
      severity: 'error',
      from: { path: '^pipeline/' },
      to: { dependencyTypes: ['local'], pathNot: '^(pipeline|releases)/' },
    },
    {
      name: 'lifecycle-is-pure',
      comment: 'decide() and evolve() are replayed: they may depend on events alone, and on what a verdict is.',
      severity: 'error',
      from: { path: '^pipeline/lifecycle/' },
      to: {
        pathNot: ['^pipeline/lifecycle/', '^pipeline/gates/gate[.]ts$', '^releases/', PURE_LIBRARIES, PURE_MODULES],
      },
    },
    {
      name: 'gates-are-pure',
      comment: 'What a gate needs of the world is handed to it.',
      severity: 'error',
      from: { path: '^pipeline/gates/' },
      to: { pathNot: ['^pipeline/gates/', '^releases/', GATE_LIBRARIES, PURE_MODULES] },
    },
    {
      name: 'only-services-import-services',
      severity: 'error',
      from: { pathNot: '^(services|clients|scripts|bench|test)/' },
      to: { path: '^services/' },
    },
    {
      name: 'api-does-not-import-the-writing-half',
      comment: 'The API reads. That holds for the agent adapter, which runs inside it.',
      severity: 'error',
      from: { path: '^services/(api|mcp)/' },
      to: { path: [WRITERS, '^pipeline/(intake|lifecycle)/'] },
    },
    {
      name: 'api-does-not-reach-the-writing-half',
      comment: 'Nor by way of another folder.',
      severity: 'error',
      from: { path: '^services/(api|mcp)/' },
      to: { path: WRITERS, reachable: true },
    },
    {
      name: 'no-file-cycles',
      comment: 'Files that import each other can only be read, tested and changed together. Types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      comment: 'The same of folders: one of two is the lower floor, and knows nothing of the other.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // Dependencies between folders are only computed with this.
    metrics: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count, because a type also is knowledge of the other side.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^releases/states/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
