import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { readOptions } from '../../platform/command-line/read-options.ts'
import { type CommandDeps, type Output, print, type RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { createOrganization } from '../creation/create-organization.ts'
import { resumeOrganization, suspendOrganization, updateOrganization } from '../tree/change-organization.ts'
import type { Contact } from '../tree/contact.ts'
import {
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
  VALIDATIONS,
  type Validation,
} from '../tree/organization.ts'
import { getOrganization, listOrganizations } from '../tree/organization-store.ts'

export function addTreeCommands(program: Command, run: RunCommand): void {
  const organizations = program
    .command('organizations')
    .description('create, change, list, suspend and resume organizations')

  run(
    withContent(organizations.command('create <id>'))
      .description('create an organization with its first keys, which are shown only once')
      .option('--type <type>', 'partner, account or merchant (default: merchant)')
      .option('--parent <id>', 'the partner or account above it (default: none)'),
    create,
  )
  run(
    withContent(organizations.command('update <id>')).description(
      'change an organization; options left out change nothing, an empty contact option removes that part',
    ),
    update,
  )
  run(
    organizations
      .command('list')
      .description('list organizations as a tree')
      .option('--below <id>', 'only this organization and those below it'),
    list,
  )
  run(organizations.command('show <id>').description('show an organization'), show)
  run(
    organizations
      .command('suspend <id>')
      .description('suspend an organization (read-only until resumed)')
      .option('--reason <text>', 'shown in every refused request'),
    suspend,
  )
  run(organizations.command('resume <id>').description('end the suspension of an organization'), resume)
}

/** Adds the options for everything but an organization's place in the tree. */
function withContent(command: Command): Command {
  return command
    .option('--name <text>', 'name (initially the id)')
    .option('--time-zone <zone>', 'such as Europe/Berlin (initially UTC)')
    .option('--fraud-management <state>', 'on or off (initially off)')
    .option('--validation <mode>', 'strict, lenient, or default for the setting of the service (initially default)')
    .option('--contact-name <text>', 'name of the contact')
    .option('--contact-email <address>', 'mail address')
    .option('--contact-phone <number>', 'phone number')
    .option('--contact-address1 <text>', 'first line of the address')
    .option('--contact-address2 <text>', 'second line of the address')
    .option('--contact-locality <text>', 'city')
    .option('--contact-administrative-area <text>', 'state or province')
    .option('--contact-postal-code <text>', 'postal code')
    .option('--contact-country <code>', 'two letters, such as DE')
}

type IdOption = { readonly id: string }
/** As they are typed: `--contact-postal-code` is `contactPostalCode`. */
type ContentOptions = Readonly<Record<string, string | undefined>>

/** For an organization that has no validation of its own. */
const DEFAULT = 'default' as const
const LISTED_MAX = 10_000

const FRAUD_MANAGEMENT = optional(given(oneOf(['on', 'off'])))
const VALIDATION = optional(given(oneOf([...VALIDATIONS, DEFAULT] as const)))
const CONTENT_OPTIONS = { fraudManagement: FRAUD_MANAGEMENT, validation: VALIDATION }
const UPDATE_OPTIONS = members(CONTENT_OPTIONS)
const CREATE_OPTIONS = members({
  type: withDefault(given(oneOf(ORGANIZATION_TYPES)), 'merchant'),
  ...CONTENT_OPTIONS,
})
type ContentChoices = {
  readonly fraudManagement: 'on' | 'off' | undefined
  readonly validation: Validation | typeof DEFAULT | undefined
}

async function create(
  deps: CommandDeps,
  { id: organizationId, json = false, ...options }: IdOption & { json?: boolean } & Record<string, string>,
): Promise<undefined> {
  const { type, ...choices } = readOptions(CREATE_OPTIONS, options)
  await withPostgres(deps, async (acting) => {
    const { sharedSecret, bearer } = await createOrganization(acting, acting.by, {
      organizationId,
      type,
      parentId: options['parent'],
      name: organizationId,
      timeZone: 'UTC',
      contact: {},
      hasFraudManagement: false,
      ...contentOf(options, choices),
    })
    const rows = [
      ['  Shared secret', 'key id', sharedSecret.keyId],
      ['', 'secret', sharedSecret.secret],
      ['  Bearer key', '', bearer.key],
    ]
    const text = `Created the ${type} ${organizationId}. Its keys are shown only this once:\n\n${table(rows)}`
    // Before anything else can fail: the secrets cannot be shown again.
    print({ json: { organizationId, sharedSecret, bearer: { key: bearer.key } }, text }, { json })
  })
}

async function update(deps: CommandDeps, { id: organizationId, ...options }: IdOption): Promise<Output> {
  const changes = contentOf(options, readOptions(UPDATE_OPTIONS, options))
  if (Object.keys(changes).length === 0) {
    throw new AppError('invalid', 'INVALID_DATA', 'Nothing to change: see --help.')
  }
  return withPostgres(deps, async (acting) =>
    outputOf(await updateOrganization(acting, { organizationId, by: acting.by }, changes)),
  )
}

async function suspend(
  deps: CommandDeps,
  { id: organizationId, reason }: IdOption & { readonly reason?: string },
): Promise<Output> {
  return withPostgres(deps, async (acting) =>
    outputOf(await suspendOrganization(acting, { organizationId, by: acting.by }, { reason })),
  )
}

async function resume(deps: CommandDeps, { id: organizationId }: IdOption): Promise<Output> {
  return withPostgres(deps, async (acting) =>
    outputOf(await resumeOrganization(acting, { organizationId, by: acting.by })),
  )
}

async function show(deps: CommandDeps, { id }: IdOption): Promise<Output> {
  return withPostgres(deps, async ({ db }) => outputOf(await getOrganization(db.db, id)))
}

async function list(deps: CommandDeps, { below }: { readonly below?: string }): Promise<Output> {
  const { organizations, total } = await withPostgres(deps, async ({ db }) => {
    if (below !== undefined) await getOrganization(db.db, below)
    return listOrganizations(db.db, { below, limit: LISTED_MAX })
  })
  const more = total > LISTED_MAX ? `\n\nShowing ${LISTED_MAX} of ${total}: use --below to select some.` : ''
  return {
    json: { organizations: organizations.map(presented), total },
    text: total === 0 ? 'No organizations yet.' : `${tree(organizations)}${more}`,
  }
}

/** Indented by the depth below the first. */
function tree(organizations: readonly Organization[]): string {
  const top = organizations[0]?.path.length ?? 1
  return table(
    organizations.map(({ organizationId, path, type, suspendedBy, validation, name }) => [
      '  '.repeat(path.length - top) + organizationId,
      type,
      suspendedBy === undefined ? 'ACTIVE' : 'SUSPENDED',
      name,
      ...(validation === undefined ? [] : [`${validation} validation`]),
    ]),
  )
}

function outputOf(organization: Organization): Output {
  return { json: presented(organization), text: table(rowsOf(organization)) }
}

function rowsOf(organization: Organization): readonly (readonly string[])[] {
  const { contact, parentId } = organization
  const contacts = Object.entries({ ...contact, ...contact.address, address: undefined })
  return [
    ['Id', organization.organizationId],
    ['Type', organization.type],
    ['Parent', parentId ?? '–'],
    ['Name', organization.name],
    ['Time zone', organization.timeZone],
    ['Status', statusOf(organization)],
    ['Fraud management', organization.hasFraudManagement ? 'on' : 'off'],
    ['Validation', organization.validation ?? DEFAULT],
    ...contacts.flatMap(([part, text]) => (text === undefined ? [] : [[`Contact ${part}`, text]])),
    ['Created', organization.createdAt.toString()],
    ['Changed', organization.updatedAt.toString()],
  ]
}

function statusOf({ organizationId, suspendedBy }: Organization): string {
  if (suspendedBy === undefined) return 'ACTIVE'
  const { organizationId: by, reason } = suspendedBy
  const status = by === organizationId ? 'SUSPENDED' : `SUSPENDED with ${by}`
  return reason === undefined ? status : `${status}: ${reason}`
}

/** Without the path, which repeats the parents. */
function presented({ path: _, validation, ...organization }: Organization): object {
  return { ...organization, validation: validation ?? DEFAULT }
}

/** Only the given options: omitted ones have a default, or are not changed. */
function contentOf(options: ContentOptions, { fraudManagement, validation }: ContentChoices): OrganizationChanges {
  const address: Contact['address'] = contactPart(options, [
    'address1',
    'address2',
    'locality',
    'administrativeArea',
    'postalCode',
    'country',
  ])
  const contact: Contact = {
    ...contactPart(options, ['name', 'email', 'phone']),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  }
  const { name, timeZone } = options
  return {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(fraudManagement === undefined ? {} : { hasFraudManagement: fraudManagement === 'on' }),
    ...(validation === undefined ? {} : { validation: validation === 'default' ? undefined : validation }),
    ...(Object.keys(contact).length === 0 ? {} : { contact }),
  }
}

/** The parts of a contact that were given: `postalCode` as `contactPostalCode`. */
function contactPart<Name extends string>(
  options: ContentOptions,
  names: readonly Name[],
): { readonly [Part in Name]?: string } {
  const parts = names.map((name) => [name, options[`contact${name[0]?.toUpperCase()}${name.slice(1)}`]])
  return Object.fromEntries(parts.filter(([, text]) => text !== undefined)) as { readonly [Part in Name]?: string }
}
