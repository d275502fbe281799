/**
 * The documents whose commands are executed, in this order: the release engineer's guide changes what is in service.
 */
export const GUIDES: readonly string[] = [
  'docs/getting-started.md',
  'README.md',
  'docs/consumer.md',
  'docs/auditor.md',
  'docs/worked-examples.md',
  'docs/operator.md',
  'docs/published.md',
  'docs/release-engineer.md',
  'docs/following-an-answer.md',
  'docs/from-order-to-release.md',
  'docs/revising-a-release.md',
]

/** Executed with separate stacks: by test/services/mcp/guide.int.test.ts and test/docs/recovery.e2e.test.ts. */
export const GUIDES_ELSEWHERE: readonly string[] = ['docs/agents.md', 'docs/recovery.md']
