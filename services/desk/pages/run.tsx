import type { CauseModel, FindingModel, GateState, RunModel } from '../models.ts'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A running gate run: progress, each gate with its verdict and time, and findings. */
export function Run({ run, isUnderWay }: { readonly run: RunModel; readonly isUnderWay: boolean }) {
  const { gates, done, failed, elapsedMs, causes } = run
  return (
    <>
      <p class="progress">
        <progress value={done} max={gates.length} aria-label="Gates with a verdict" />
        <span>
          {done} of {gates.length} gates{failed > 0 ? `, ${failed} failed` : ''}
          {isUnderWay ? ', in progress' : `, ${seconds(elapsedMs)}`}
        </span>
      </p>
      <ul class="gates">
        {gates.map((gate) => (
          <Gate gate={gate} />
        ))}
      </ul>
      {causes.length > 0 && (
        <>
          <h3>Findings by likely cause</h3>
          {causes.map((cause) => (
            <Cause cause={cause} />
          ))}
        </>
      )}
    </>
  )
}

function Gate({ gate: { gate, passed, checked, findings, afterMs } }: { readonly gate: GateState }) {
  const [kind = '', name = ''] = gate.split('.')
  const state = passed === null ? 'waits' : passed ? 'passed' : 'failed'
  return (
    <li class={state}>
      <span class="state">{state}</span>
      <span class="name">
        <span class="faint">{kind}</span> {name.replaceAll('_', ' ')}
      </span>
      <span class="faint figure-of">
        {passed === null ? '' : findings > 0 ? `${findings} findings` : `${checked.toLocaleString('en-IN')} checked`}
        {afterMs === null ? '' : `, after ${seconds(afterMs)}`}
      </span>
    </li>
  )
}

function Cause({ cause: { subject, findings, follow } }: { readonly cause: CauseModel }) {
  const [picture] = findings.flatMap((finding) => finding.picture ?? [])
  return (
    <section class="cause">
      <h4>{subject}</h4>
      <div class="beside">
        <div>
          {findings.map((finding) => (
            <Finding finding={finding} />
          ))}
          {follow.length > 0 && (
            <details>
              <summary>{follow.length} more that follow from it</summary>
              {follow.map((finding) => (
                <Finding finding={finding} />
              ))}
            </details>
          )}
        </div>
        {picture !== undefined && (
          <a href={`${picture}&whole`} aria-label={`The whole page that ${subject} was read from`}>
            <img src={picture} loading="lazy" alt={`The place that ${subject} was read from`} />
          </a>
        )}
      </div>
    </section>
  )
}

function Finding({ finding: { gate, where, expected, found } }: { readonly finding: FindingModel }) {
  return (
    <dl class="finding">
      <dt>
        <code>{where}</code> <span class="faint">{gate}</span>
      </dt>
      <dd>
        <span class="faint">expected</span> {expected}
      </dd>
      <dd>
        <span class="faint">found</span> {found}
      </dd>
    </dl>
  )
}
