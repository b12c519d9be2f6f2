import { inEnglish, members, optional, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, parsed, plainText, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { organizationsBelow, type SandboxVisit, type sandboxPages } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { changeReceiver } from './change-receiver.ts'
import { DELAY_MS_MAX, STATUS } from './contract.ts'
import { LAB_ROWS, labPage, labPath, NAME_PATTERN } from './lab-page.ts'
import { findAnswering, listReceived, listReceivers } from './receiver-store.ts'
import { BODY_LENGTH_MAX } from './shown-delivery.ts'

export type LabPageDeps = {
  readonly database: Database
  readonly pages: ReturnType<typeof sandboxPages.open>
  readonly config: { readonly baseUrl: string }
}

const PATH = '/sandbox/webhooks'
const HIDDEN = { schema: { hide: true } } as const
/** More are reached by their name. */
const RECEIVERS_MAX = 100
const NAME_LENGTH_MAX = 64
const NAME = new RegExp(`^${NAME_PATTERN}$`)
const name = parsed(
  (text) => (NAME.test(text) ? text : undefined),
  `must have 1 to ${NAME_LENGTH_MAX} letters, digits, dots, hyphens or underscores`,
)
const QUERY = members({
  receiver: optional(given(name)),
  offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
})
const TYPED = members({ receiver: withDefault(given(plainText(NAME_LENGTH_MAX)), '') })
const PARAMETERS = members({ name: given(name) })
const ANSWERING = members({
  status: optional(given(wholeNumber(STATUS.minimum, STATUS.maximum))),
  delayMs: optional(given(wholeNumber(0, DELAY_MS_MAX))),
})

/** The webhook lab for people, who sign in with a key. */
export function labPageRoutes(deps: LabPageDeps): RoutePlugin {
  const { pages } = deps
  return async (app) => {
    pages.addTo(app)
    app.get(
      PATH,
      HIDDEN,
      pages.signedIn('webhooks', (visit) => showLab(deps, visit)),
    )
    app.post(
      `${PATH}/:name`,
      HIDDEN,
      pages.signedIn('webhooks', (visit) => change(deps, visit, valueOrThrow(ANSWERING(visit.request.body, '')))),
    )
    app.post(
      `${PATH}/:name/reset`,
      HIDDEN,
      pages.signedIn('webhooks', (visit) => change(deps, visit, { reset: true })),
    )
  }
}

async function showLab({ database: { db }, config }: LabPageDeps, visit: SandboxVisit) {
  const { request, reply, organization, place, send } = visit
  const organizations = organizationsBelow(organization.organizationId)
  const read = QUERY(request.query, '')
  const { receiver, offset } = 'value' in read ? read.value : { receiver: undefined, offset: 0 }
  const receivers = await listReceivers(db, { organizations, path: organization.path, limit: RECEIVERS_MAX })
  const found = await listReceived(db, {
    ...{ organizations, name: receiver, offset },
    ...{ limit: LAB_ROWS + 1, bodyLengthMax: BODY_LENGTH_MAX + 1 },
  })
  const known = receivers.find((one) => one.name === receiver)
  const chosen =
    receiver === undefined
      ? undefined
      : (known ?? { name: receiver, deliveries: 0, ...(await findAnswering(db, receiver, organization.path)) })
  if ('problems' in read) reply.code(400)
  return send(
    labPage(place, {
      ...{ receivers, chosen, offset, baseUrl: config.baseUrl },
      ...{ deliveries: found.slice(0, LAB_ROWS), hasOlder: found.length > LAB_ROWS },
      refused: 'value' in read ? undefined : refusalOf(request.query, inEnglish(read.problems)),
    }),
  )
}

function refusalOf(query: unknown, problem: string) {
  const typed = TYPED(query, '')
  return { name: 'value' in typed ? typed.value.receiver : '', problem: `The ${problem}.` }
}

async function change(
  { database }: LabPageDeps,
  { request, reply, organization, place }: SandboxVisit,
  asked: Parameters<typeof changeReceiver>[2],
) {
  const { name: receiver } = valueOrThrow(PARAMETERS(request.params, ''))
  await changeReceiver(database, { organization, name: receiver }, asked)
  return reply.redirect(`${labPath(place)}?receiver=${receiver}`, 303)
}
