import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { CHAIN_START, type ChainEnd } from '../audit/audit-chain.ts'
import { findHead, listLinks } from '../audit/audit-chain-store.ts'
import { type AuditProblem, type Head, headProblems, linkProblems } from '../audit/audit-check.ts'
import { checkedHead, sha256 } from '../audit/audit-hash.ts'
import { findOrganization, unknownOrganization } from '../tree/organization-store.ts'
import { freezeView, nextTrail, pageOfEntries, summarizeWaiting } from './audit-trail-store.ts'

type Deps = { readonly db: Pick<Database, 'db' | 'transaction'>; readonly secrets: Secrets }

/** The findings for one organization's trail. */
export type TrailReport = {
  readonly organizationId: string
  readonly entries: number
  readonly sealed: number
  /** Entries not sealed yet, which is not a problem. */
  readonly unsealed: number
  /** Length and hash of the chain. Kept elsewhere, it shows later whether the chain was reset. */
  readonly head: ChainEnd | undefined
  /** At most the first thousand. */
  readonly problems: readonly AuditProblem[]
  readonly problemCount: number
}

const PAGE_ROWS = 1_000
const PROBLEMS_MAX = 1_000

type VerifyAudit = {
  readonly organizationId?: string | undefined
  /** A head of that chain that was kept elsewhere; the chain must still contain it. */
  readonly keptHead?: ChainEnd | undefined
}

/** Checks the trail of one organization, or of all; read-only. */
export async function verifyAudit(
  deps: Deps,
  { organizationId, keptHead }: VerifyAudit = {},
): Promise<readonly TrailReport[]> {
  if (organizationId !== undefined) {
    const report = await verifyTrail(deps, { organizationId, keptHead })
    if (report === undefined) throw unknownOrganization(organizationId)
    return [report]
  }
  const reports: TrailReport[] = []
  let next = await nextTrail(deps.db.db, { after: '' })
  while (next !== undefined) {
    const report = await verifyTrail(deps, { organizationId: next })
    if (report !== undefined) reports.push(report)
    next = await nextTrail(deps.db.db, { after: next })
  }
  return reports
}

/** Undefined if there is neither a trail nor an organization that should have one. */
async function verifyTrail(
  { db, secrets }: Deps,
  { organizationId, keptHead }: VerifyAudit & { readonly organizationId: string },
): Promise<TrailReport | undefined> {
  return db.transaction(async (tx) => {
    // Other processes write and seal concurrently; half a change would look like tampering.
    await freezeView(tx)
    const findings = new Findings()
    const stored = await findHead(tx, organizationId)
    const head = stored && checkedHead(secrets, organizationId, stored)
    const sealed = await followChain(tx, { organizationId, head, keptHead, findings })
    const entries = await findStrays(tx, { organizationId, findings })
    const waiting = await summarizeWaiting(tx, organizationId, { limit: PROBLEMS_MAX })
    for (const entryId of waiting.goneIds) findings.add({ kind: 'waiting-entry-removed', entryId })

    const isEmpty = entries === 0 && sealed === 0 && waiting.count === 0 && head === undefined
    if (isEmpty) {
      if ((await findOrganization(tx, organizationId)) === undefined) return undefined
      findings.add({ kind: 'trail-missing' })
    }
    return {
      organizationId,
      entries,
      sealed,
      unsealed: waiting.count,
      head: head && { sequence: head.sequence, hash: head.hash },
      problems: findings.first,
      problemCount: findings.count,
    }
  })
}

type Examination = { readonly organizationId: string; readonly findings: Findings }

type Heads = { readonly head: Head | undefined; readonly keptHead: ChainEnd | undefined }

async function followChain(tx: Tx, { organizationId, head, keptHead, findings }: Examination & Heads): Promise<number> {
  let count = 0
  let end = CHAIN_START
  const hashes = new Map<bigint | undefined, string>()
  for (;;) {
    const links = await listLinks(tx, organizationId, { after: end.sequence, limit: PAGE_ROWS })
    for (const link of links) {
      findings.add(...linkProblems(end, link, sha256))
      end = link.seal
      const { sequence, hash } = end
      if (sequence === head?.sequence || sequence === keptHead?.sequence) hashes.set(sequence, hash)
    }
    count += links.length
    if (links.length < PAGE_ROWS) break
  }
  findings.add(...headProblems(head, { end, hashAtHead: hashes.get(head?.sequence) }))
  if (keptHead !== undefined && hashes.get(keptHead.sequence) !== keptHead.hash) {
    findings.add({ kind: 'kept-head-differs', sequence: keptHead.sequence })
  }
  return count
}

async function findStrays(tx: Tx, { organizationId, findings }: Examination): Promise<number> {
  let count = 0
  let after: string | undefined
  for (;;) {
    const page = await pageOfEntries(tx, organizationId, { after, limit: PAGE_ROWS })
    for (const entryId of page.strayIds) findings.add({ kind: 'not-in-chain', entryId })
    count += page.count
    if (page.count < PAGE_ROWS) return count
    after = page.lastEntryId
  }
}

/** Counts all problems and keeps the first, so that a ruined trail does not fill the memory. */
class Findings {
  readonly first: AuditProblem[] = []
  count = 0

  add(...problems: readonly AuditProblem[]): void {
    this.count += problems.length
    this.first.push(...problems.slice(0, PROBLEMS_MAX - this.first.length))
  }
}
