import type { Command } from 'commander'
import type { RunCommand } from '../platform/command-line/run-command.ts'
import type { Config } from './config.ts'

type AddCommands = (program: Command, run: RunCommand<Config>) => void

export type ListedCommand = {
  /** As the help lists it: its name and arguments. */
  readonly term: string
  readonly description: string
  readonly load: () => Promise<AddCommands>
}

const loadDueElsewhere = async () => (await import('../notifications/index.ts')).DUE_MESSAGES
const ofOrganizations: ListedCommand['load'] = async () => {
  const { addOrganizationCommands } = await import('../organizations/index.ts')
  return (program, run) => addOrganizationCommands(program, run, { loadDueElsewhere })
}

/**
 * Each command is loaded only when it is named: a quick command does not wait for the code of another, and the list of
 * all commands for none. So the list repeats what the commands say about themselves; a test compares them.
 */
export const COMMANDS: readonly ListedCommand[] = [
  {
    term: 'serve',
    description: 'start the service, and embedded stores where no others are configured',
    load: async () => (await import('./commands/serve.ts')).addServeCommand,
  },
  {
    term: 'migrate [options]',
    description: 'bring both stores up to date',
    load: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  },
  {
    term: 'doctor [options]',
    description:
      'check the stores, payments, the report store, mail, webhooks, backups and the clock, and explain problems',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
  {
    term: 'organizations',
    description: 'create, change, list, suspend and resume organizations',
    load: ofOrganizations,
  },
  { term: 'keys', description: 'create, list and revoke the keys of organizations', load: ofOrganizations },
  {
    term: 'users',
    description: 'invite the people who use the portal, list them, and change or end their access',
    load: async () => (await import('../portal/index.ts')).portalPeople.addCommands,
  },
  { term: 'groups', description: 'manage groups of merchants, for reports about them', load: ofOrganizations },
  { term: 'clock', description: 'show or move the clock (sandbox mode only)', load: ofOrganizations },
  {
    term: 'mode [options] [mode]',
    description: 'show the mode of the installation; "mode live" moves a sandbox to live mode, for good',
    load: async () => (await import('./commands/mode.ts')).addModeCommand,
  },
  { term: 'audit', description: 'show the audit trail and verify it', load: ofOrganizations },
  {
    term: 'jobs',
    description: 'list jobs, and retry dead ones',
    load: async () => (await import('./commands/jobs.ts')).addJobCommands,
  },
  {
    term: 'violations',
    description: 'show who sent card or identity numbers in fields that must not contain them',
    load: async () => (await import('../invoicing/index.ts')).invoicingCommands.addViolations,
  },
  {
    term: 'invoices',
    description: 'import invoices from a CSV file',
    load: async () => (await import('../invoicing/index.ts')).invoicingCommands.addInvoices,
  },
  {
    term: 'webhooks',
    description: 'see where organizations are notified of events',
    load: async () => (await import('../notifications/index.ts')).addWebhookCommands,
  },
  {
    term: 'payments',
    description: 'list, show and refund payments; list alerts',
    load: async () => (await import('../payments/index.ts')).addPaymentCommands,
  },
  {
    term: 'reviews',
    description: 'list payments under fraud review and decide on them',
    load: async () => (await import('../payments/index.ts')).addReviewCommands,
  },
  {
    term: 'mails',
    description: 'list mails, retry those that were refused or given up, lift refused addresses, set rates',
    load: async () => (await import('../notifications/index.ts')).addMailCommands,
  },
  {
    term: 'demo [options]',
    description: 'create a year of sample payments for reports (sandbox mode only), or clear them',
    load: async () => (await import('../demo/index.ts')).addDemoCommand,
  },
  {
    term: 'backup',
    description: 'back up the whole installation, and restore it',
    load: async () => {
      const [{ addBackupCommands }, { givenSettings, readConfig }, { version }] = await Promise.all([
        import('../backup/index.ts'),
        import('./config.ts'),
        import('./version.ts'),
      ])
      const eraseAgain: Parameters<typeof addBackupCommands>[2]['eraseAgain'] = async (log, stores, subjects) => {
        const erasing = await import('./commands/erase-again.ts')
        await erasing.eraseAgain({ config: readConfig(), log }, stores, subjects)
      }
      return (program, run) => addBackupCommands(program, run, { version, settings: givenSettings, eraseAgain })
    },
  },
  {
    term: 'records',
    description: 'move records between installations, and set their retention',
    load: async () => (await import('../records/index.ts')).addRecordCommands,
  },
  {
    term: 'reports',
    description: 'list, verify and remove reports',
    load: async () => (await import('../reporting/index.ts')).addReportCommands,
  },
  {
    term: 'erase [options]',
    description: 'erase one person’s data in an organization and all below it; cannot be undone',
    load: async () => (await import('./commands/erase.ts')).addEraseCommand,
  },
  {
    term: 'activate [options]',
    description: 'let a copy that was restored from a backup take changes and send messages',
    load: async () => (await import('../backup/index.ts')).addActivateCommand,
  },
  {
    term: 'import [options] <file>',
    description: 'import records from a file; an interrupted import resumes when it is run again',
    load: async () => (await import('../records/index.ts')).addImportCommand,
  },
]

/** The name of a command: the first word of its term. */
export function nameOf({ term }: Pick<ListedCommand, 'term'>): string {
  return term.split(' ', 1).join('')
}
