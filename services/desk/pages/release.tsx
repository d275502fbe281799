import { counted } from '../../../releases/record/counted.ts'
import { minute } from '../../api/site/pages/changes.tsx'
import type { DeclaredModel, DocumentModel, Frame, ReleaseModel } from '../models.ts'
import { Ask, Text } from './fields.tsx'
import { html, Live, Page, StatusChip } from './layout.tsx'
import { Run } from './run.tsx'
import { Serving } from './serving.tsx'

export function release(frame: Frame, it: ReleaseModel): string {
  const me = frame.person ?? ''
  return html(
    <Page frame={frame} title={it.name} path="/" about={it.name}>
      <p class="crumbs">
        <a href="/">Releases</a>
      </p>
      <h1 class="long">{it.name}</h1>
      <Live id="standing">
        <dl class="facts">
          <dt>Status</dt>
          <dd>
            <StatusChip status={it.status} />
            {it.stage !== null && ` serving ${it.scope} at stage ${it.stage}`}
            {it.reason !== null && <span class="working">{it.reason}</span>}
          </dd>
          <dt>Period</dt>
          <dd>
            {it.from} to {it.to}
          </dd>
          <dt>SHA-256</dt>
          <dd class="hash">{it.releaseSha256 ?? 'not sealed yet'}</dd>
          <dt>Opened</dt>
          <dd>by {it.openedBy}</dd>
          <dt>Reviewed</dt>
          <dd>{it.reviews.length === 0 ? 'by nobody' : `by ${it.reviews.join(', ')}`}</dd>
          <dt>Approved</dt>
          <dd>{it.approvedBy === null ? 'by nobody' : `by ${it.approvedBy}`}</dd>
          <dt>In service</dt>
          <dd>{it.promotedBy === null ? 'no' : `promoted by ${it.promotedBy}`}</dd>
        </dl>
        <Next it={it} />
      </Live>
      <section>
        <h2>Gates</h2>
        <Live id="run">
          {it.run === null ? (
            <p>The gates have not run yet.</p>
          ) : (
            <Run run={it.run} isUnderWay={it.status === 'gating'} />
          )}
        </Live>
      </section>
      <section>
        <h2>Documents</h2>
        <Live id="documents">
          {it.documents.map((document) => (
            <Document document={document} openedBy={it.openedBy} me={me} />
          ))}
        </Live>
      </section>
      <section>
        <h2>Declared by the reader</h2>
        <Declared all={it.declared} />
      </section>
      <Live id="serving">
        <Serving it={it} />
      </Live>
    </Page>,
  )
}

/** Next steps for this release: those that this person may do, and why they may not do the others. */
function Next({ it }: { readonly it: ReleaseModel }) {
  if (it.status === 'candidate')
    return (
      <p class="row">
        <button type="button" class="primary" data-gate={it.name}>
          Run the 29 gates
        </button>
      </p>
    )
  if (it.releaseSha256 === null || it.status === 'withdrawn') return null
  const reasons = [it.noReview, it.noApproval].filter((reason) => reason !== null)
  return (
    <>
      {reasons.length > 0 && <p class="notice">{reasons.join(' ')}</p>}
      <p class="row">
        <a class="button" href={`/releases/${it.name}/review`}>
          {it.noReview === null ? 'Review' : 'See'} {counted(it.figures, 'figure')}
        </a>
        {it.approvedBy === null && it.noApproval === null && (
          <Ask act={{ kind: 'approve', release: it.name }}>Approve</Ask>
        )}
      </p>
    </>
  )
}

/** The gates accept these because the definition gives a reason; only a person can judge the reason. */
function Declared({ all }: { readonly all: readonly DeclaredModel[] }) {
  if (all.length === 0)
    return <p>Nothing. Whether all of the document was read is another question: `definition coverage` answers it.</p>
  return (
    <>
      <p>The gates do not judge these reasons. Compare each with its page before you approve.</p>
      <ul>
        {all.map(({ what, place, says, because }) => (
          <li>
            {what}, {place}: <q>{says}</q>. {because}.
          </li>
        ))}
      </ul>
    </>
  )
}

type DocumentShown = { readonly document: DocumentModel; readonly openedBy: string; readonly me: string }

function Document({ document: it, openedBy, me }: DocumentShown) {
  const mine = it.addedBy === me || it.attested.some(({ person }) => person === me)
  return (
    <section class="document">
      <h3>{it.title}</h3>
      <p class="faint">
        {it.fileName} · {it.kind} · {it.pages} {it.pages === 1 ? 'page' : 'pages'} · added by {it.addedBy}
      </p>
      <p class="hash">{it.sha256}</p>
      {it.attested.length === 0 ? (
        <p>Attested by nobody.</p>
      ) : (
        <ul>
          {it.attested.map(({ person, at, said: [from, compared] }) => (
            <li>
              {person} attested it on {minute(at)}: obtained from “{from}”, compared “{compared}”
              {person === openedBy && '. It does not count for this release, which they opened'}
            </li>
          ))}
        </ul>
      )}
      {it.addedBy === me && <p class="faint">You added it, so others must attest it.</p>}
      {!mine && openedBy === me && (
        <p class="faint">You opened this release, so your attestation does not count for it.</p>
      )}
      {!mine && (
        <details>
          <summary>Attest that it is the regulator's own</summary>
          <form class="choice" data-act="attest">
            <input type="hidden" name="sha256" value={it.sha256} />
            <Text label="Where you got this file" name="obtained_from" />
            <Text label="What you compared it with" name="compared" />
            <button type="submit" class="primary">
              Attest
            </button>
          </form>
        </details>
      )}
    </section>
  )
}
