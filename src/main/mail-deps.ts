import { findSettings, invoiceMails, type MailComposerDeps } from '../invoicing/index.ts'
import { merchantLanguage } from '../invoicing/pure.ts'
import type { Mode } from '../kernel/mode.ts'
import { type DeliveryDeps, openMailServer, senderOf } from '../notifications/index.ts'
import type { MailComposers } from '../notifications/pure.ts'
import { paymentMailComposers } from '../payments/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { PrintedPdfs } from '../platform/pdf/printed-pdfs.ts'
import type { Stores } from '../platform/stores/stores.ts'
import { portalPeople, testMailComposer } from '../portal/index.ts'
import { reportMailComposer } from '../reporting/index.ts'
import type { Config } from './config.ts'

type Options = {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailsPerHour' | 'baseUrl' | 'hasMailPdfs'>
  readonly mode: Mode
  readonly stores: Pick<Stores, 'database' | 'secrets'>
  readonly clock: Clock
  /** Undefined in live mode. */
  readonly sandboxClock: SandboxClock | undefined
  readonly log: Logger
  readonly pdfs: PrintedPdfs
}

/** The dependencies of the delivery of mails; the mail server must be closed. */
export function mailDeps({ config, mode, stores, clock, sandboxClock, log, pdfs }: Options): DeliveryDeps {
  const { database, secrets } = stores
  const isSandbox = mode === 'sandbox'
  return {
    ...{ database, secrets, clock, log, isSandbox },
    refreshClock: async () => sandboxClock?.refresh(),
    mailServer: config.smtpUrl === undefined ? undefined : openMailServer(config.smtpUrl),
    sender: senderOf(config.mailFrom),
    mailsPerHour: config.mailsPerHour,
    composers: mailComposers({ database, secrets: stores.secrets, clock, pdfs, isSandbox, config }),
    refusalEffects: {
      invoice: (tx, mail) => invoiceMails.returnUndelivered(tx, { clock, machineClock: systemClock, config }, mail),
    },
  }
}

/** All composers of mails, by the kind of mail. */
function mailComposers(deps: MailComposerDeps & Pick<Stores, 'secrets'>): MailComposers {
  const languageOf = async (organizationId: string) =>
    merchantLanguage(await findSettings(deps.database.db, organizationId))
  return {
    ...invoiceMails.composers(deps),
    ...paymentMailComposers(deps),
    report: reportMailComposer({ ...deps, languageOf }),
    test: testMailComposer(deps),
    ...portalPeople.mailComposers({ ...deps, machineClock: systemClock, languageOf }),
  }
}
