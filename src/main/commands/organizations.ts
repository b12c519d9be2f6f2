import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given as givenText, oneOf } from '../../kernel/reading/text-readers.ts'
import {
  type Contact,
  type CreatedOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from '../../organizations/index.ts'
import { readOptions } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

/** Partners, accounts and merchants on the command line. */
export function addCommands(program: Command): void {
  const organizations = program
    .command('organizations')
    .description('make, change, list, suspend and resume organizations')

  withContent(organizations.command('create <id>'))
    .description('make an organization with its first keys, which are shown once')
    .option('--type <type>', 'partner, account or merchant (default: merchant)')
    .option('--parent <id>', 'the partner or account above it (default: none)')
    .action((organizationId: string, options: CommandOptions) => runCommand(create, { ...options, organizationId }))

  withContent(organizations.command('update <id>'))
    .description('change an organization; what is not given stays, an empty contact part goes')
    .action((organizationId: string, options: CommandOptions) => runCommand(update, { ...options, organizationId }))

  organizations
    .command('list')
    .description('list organizations as a tree')
    .option('--below <id>', 'only this one and those below it')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(list, options))

  organizations
    .command('show <id>')
    .description('show an organization')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) => runCommand(show, { ...options, organizationId }))

  organizations
    .command('suspend <id>')
    .description('let an organization read only, until it is resumed')
    .option('--reason <text>', 'told to whoever is refused')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) => runCommand(suspend, { ...options, organizationId }))

  organizations
    .command('resume <id>')
    .description('end the suspension of an organization')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) => runCommand(resume, { ...options, organizationId }))
}

/** What an organization has besides its place in the tree. */
function withContent(command: Command): Command {
  return command
    .option('--name <text>', 'its name (at first: the id)')
    .option('--time-zone <zone>', 'such as Europe/Berlin (at first: UTC)')
    .option('--fraud-management <state>', 'on or off (at first: off)')
    .option('--contact-name <text>', 'whom to reach')
    .option('--contact-email <address>', 'mail address')
    .option('--contact-phone <number>', 'telephone number')
    .option('--contact-address1 <text>', 'first line of the address')
    .option('--contact-address2 <text>', 'second line of the address')
    .option('--contact-locality <text>', 'town')
    .option('--contact-administrative-area <text>', 'state or province')
    .option('--contact-postal-code <text>', 'postal code')
    .option('--contact-country <code>', 'two letters, such as DE')
    .option(...JSON_OPTION)
}

type Named = CommandOptions & { readonly organizationId: string }

/** As they are typed: `--contact-postal-code` is `contactPostalCode`. */
type ContentOptions = {
  readonly name?: string
  readonly timeZone?: string
  readonly fraudManagement?: string
  readonly contactName?: string
  readonly contactEmail?: string
  readonly contactPhone?: string
  readonly contactAddress1?: string
  readonly contactAddress2?: string
  readonly contactLocality?: string
  readonly contactAdministrativeArea?: string
  readonly contactPostalCode?: string
  readonly contactCountry?: string
}

const LISTED_MAX = 10_000

const FRAUD_MANAGEMENT = optional(givenText(oneOf(['on', 'off'])))
const CHANGED = members({ fraudManagement: FRAUD_MANAGEMENT })
const CREATED = members({
  type: withDefault(givenText(oneOf(ORGANIZATION_TYPES)), 'merchant'),
  fraudManagement: FRAUD_MANAGEMENT,
})

export async function create(
  deps: CommandDeps,
  options: Named & ContentOptions & { readonly type?: string; readonly parent?: string },
): Promise<number> {
  const { organizationId } = options
  const { type, fraudManagement } = readOptions(CREATED, options)
  const content = contentOf(options, fraudManagement)
  return withPostgres(deps, async (acting) => {
    const made = await createOrganization(acting, acting.by, {
      organizationId,
      type,
      parentId: options.parent,
      name: organizationId,
      timeZone: 'UTC',
      contact: {},
      hasFraudManagement: false,
      ...content,
    })
    // Before anything else can fail: nobody can show the secrets again.
    tellKeys(made, options)
    return EXIT.done
  })
}

function tellKeys({ organization, sharedSecret, bearer }: CreatedOrganization, { json }: CommandOptions): void {
  const { organizationId, type } = organization
  if (json) {
    sayJson({ organizationId, sharedSecret, bearer: { key: bearer.key } })
    return
  }
  const rows = [
    ['  Shared secret', 'key id', sharedSecret.keyId],
    ['', 'secret', sharedSecret.secret],
    ['  Bearer key', '', bearer.key],
  ]
  say(`The ${type} ${organizationId} is there. Its keys are shown this once:\n\n${table(rows)}`)
}

export async function update(deps: CommandDeps, options: Named & ContentOptions): Promise<number> {
  const { organizationId } = options
  const changes = contentOf(options, readOptions(CHANGED, options).fraudManagement)
  if (Object.keys(changes).length === 0) {
    throw new AppError('invalid', 'INVALID_DATA', 'Nothing is to be changed: see --help.')
  }
  const after = await withPostgres(deps, (acting) =>
    updateOrganization(acting, { organizationId, by: acting.by }, changes),
  )
  return tell(after, options)
}

export async function suspend(deps: CommandDeps, options: Named & { readonly reason?: string }): Promise<number> {
  const { organizationId, reason } = options
  const after = await withPostgres(deps, (acting) =>
    suspendOrganization(acting, { organizationId, by: acting.by }, { reason }),
  )
  return tell(after, options)
}

export async function resume(deps: CommandDeps, options: Named): Promise<number> {
  const { organizationId } = options
  const after = await withPostgres(deps, (acting) => resumeOrganization(acting, { organizationId, by: acting.by }))
  return tell(after, options)
}

export async function show(deps: CommandDeps, options: Named): Promise<number> {
  const organization = await withPostgres(deps, ({ db }) => getOrganization(db.db, options.organizationId))
  return tell(organization, options)
}

export async function list(
  deps: CommandDeps,
  { json, below }: CommandOptions & { readonly below?: string },
): Promise<number> {
  const { organizations, total } = await withPostgres(deps, async ({ db }) => {
    if (below !== undefined) await getOrganization(db.db, below)
    return listOrganizations(db.db, {
      ...(below === undefined ? {} : { below }),
      limit: LISTED_MAX,
    })
  })
  if (json) sayJson({ organizations: organizations.map(presented), total })
  else if (total === 0) say('There are no organizations yet.')
  else {
    say(tree(organizations))
    if (total > LISTED_MAX) say(`\n${LISTED_MAX} of ${total} are shown: choose some with --below.`)
  }
  return EXIT.done
}

/** Indented by how deep each stands below the first. */
function tree(organizations: readonly Organization[]): string {
  const top = organizations[0]?.path.length ?? 1
  return table(
    organizations.map(({ organizationId, path, type, status, name }) => [
      '  '.repeat(path.length - top) + organizationId,
      type,
      status,
      name,
    ]),
  )
}

function tell(organization: Organization, { json }: CommandOptions): number {
  if (json) sayJson(presented(organization))
  else say(table(rowsOf(organization)))
  return EXIT.done
}

function rowsOf(organization: Organization): readonly (readonly string[])[] {
  const { contact, parentId, status, statusReason } = organization
  const contacts = Object.entries({ ...contact, ...contact.address, address: undefined })
  return [
    ['Id', organization.organizationId],
    ['Type', organization.type],
    ['Below', parentId ?? '–'],
    ['Name', organization.name],
    ['Time zone', organization.timeZone],
    ['Status', statusReason === undefined ? status : `${status}: ${statusReason}`],
    ['Fraud management', organization.hasFraudManagement ? 'on' : 'off'],
    ...contacts.flatMap(([part, text]) => (text === undefined ? [] : [[`Contact ${part}`, text]])),
    ['Made', organization.createdAt.toString()],
    ['Changed', organization.updatedAt.toString()],
  ]
}

/** The path says nothing that the parents do not say. */
function presented({ path: _, ...organization }: Organization): object {
  return organization
}

/** Only what was given: what is left out has a default, or stays as it was. */
function contentOf(options: ContentOptions, fraud: 'on' | 'off' | undefined): OrganizationChanges {
  const contact = contactOf(options)
  return {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
    ...(fraud === undefined ? {} : { hasFraudManagement: fraud === 'on' }),
    ...(Object.keys(contact).length === 0 ? {} : { contact }),
  }
}

function contactOf(options: ContentOptions): Contact {
  const address = given({
    address1: options.contactAddress1,
    address2: options.contactAddress2,
    locality: options.contactLocality,
    administrativeArea: options.contactAdministrativeArea,
    postalCode: options.contactPostalCode,
    country: options.contactCountry,
  })
  const own = given({
    name: options.contactName,
    email: options.contactEmail,
    phone: options.contactPhone,
  })
  return Object.keys(address).length === 0 ? own : { ...own, address }
}

function given<Name extends string>(parts: Readonly<Record<Name, string | undefined>>): Partial<Record<Name, string>> {
  const filled = Object.entries(parts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(filled) as Partial<Record<Name, string>>
}
