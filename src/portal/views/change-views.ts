import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import {
  canChange,
  isVisible,
  PERSONAL_VIEWS_MAX,
  SHARED_VIEWS_MAX,
  type View,
  type Viewer,
  type ViewInput,
} from './view.ts'
import { countViews, deleteView, insertView, lockView, saveView } from './view-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }
type ViewActor = Actor & { readonly viewer: Viewer }
type Target = { readonly viewId: string }

export async function createView(deps: Deps, actor: ViewActor, input: ViewInput): Promise<View> {
  const { organizationId, viewer } = actor
  return deps.db.transaction(async (tx) => {
    refuseSharing(viewer, input)
    const { own, shared } = await countViews(tx, { organizationId, personId: viewer.personId })
    if (own >= PERSONAL_VIEWS_MAX) throw tooMany(`You already have ${PERSONAL_VIEWS_MAX} views: delete one first.`)
    refuseManyShared(input, shared)
    const view = { ...input, organizationId, viewId: newId(), personId: viewer.personId }
    await insertView(tx, view, { at: deps.machineClock.now() })
    await audit(tx, deps, actor, { view, action: 'view.created' })
    return view
  })
}

/** Replaces a view; its maker stays. */
export async function changeView(
  deps: Deps,
  actor: ViewActor,
  { viewId, ...input }: Target & ViewInput,
): Promise<View> {
  const { organizationId, viewer } = actor
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnView(tx, actor, viewId)
    if (!before.isShared && input.isShared) {
      refuseSharing(viewer, input)
      refuseManyShared(input, (await countViews(tx, { organizationId, personId: viewer.personId })).shared)
    }
    const view = { ...before, ...input }
    await saveView(tx, view, { at: deps.machineClock.now() })
    await audit(tx, deps, actor, { view, action: 'view.changed' })
    return view
  })
}

export async function removeView(deps: Deps, actor: ViewActor, { viewId }: Target): Promise<View> {
  return deps.db.transaction(async (tx) => {
    const view = await lockOwnView(tx, actor, viewId)
    await deleteView(tx, view)
    await audit(tx, deps, actor, { view, action: 'view.deleted' })
    return view
  })
}

/** Another person's personal view does not exist for the caller. */
async function lockOwnView(tx: Tx, { organizationId, viewer }: ViewActor, viewId: string): Promise<View> {
  const view = await lockView(tx, { organizationId, viewId })
  if (view === undefined || !isVisible(view, viewer)) {
    throw new AppError('not-found', 'NOT_FOUND', 'The view does not exist.')
  }
  if (!canChange(view, viewer)) {
    const message = 'A shared view is changed by the person who made it, or by an owner or admin.'
    throw new AppError('forbidden', 'NOT_OWN_VIEW', message)
  }
  return view
}

function refuseSharing({ canShare }: Viewer, { isShared }: ViewInput): void {
  if (canShare || !isShared) return
  throw new AppError('forbidden', 'MISSING_PERMISSION', 'Your role can keep views, but not share them.')
}

function refuseManyShared({ isShared }: ViewInput, shared: number): void {
  if (!isShared || shared < SHARED_VIEWS_MAX) return
  throw tooMany(`The organization already has ${SHARED_VIEWS_MAX} shared views: delete one first.`)
}

function tooMany(message: string): AppError {
  return new AppError('conflict', 'TOO_MANY_VIEWS', message)
}

type Audited = { readonly view: View; readonly action: `view.${string}` }

/** Without name and query, which may name a customer. */
async function audit(tx: Tx, { machineClock }: Deps, { by }: ViewActor, { view, action }: Audited): Promise<void> {
  const { organizationId, viewId, isShared } = view
  const at = machineClock.now()
  await recordAudit(tx, { organizationId, at, actor: by, action, subject: `view:${viewId}`, details: { isShared } })
}
