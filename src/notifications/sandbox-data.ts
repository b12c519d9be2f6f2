import type { SandboxData } from '../platform/stores/sandbox-data.ts'
import { restartHealthChecks } from './webhooks/suspension.ts'

/**
 * Events, mails, deliveries, the inbox and the lab. Webhooks and their signing keys are kept. Refused addresses are not:
 * most of them were made up, and the first live mail to a real one finds out again.
 */
export const notificationsSandboxData: SandboxData = {
  tables: [
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_lanes',
    'webhook_health_checks',
    'sandbox_receivers',
    'sandbox_received',
    'sandbox_attachments',
    'sandbox_messages',
    'refused_addresses',
    'kept_mails',
    'kept_mail_images',
    'mail_outbox',
    'events',
  ],
  restart: restartHealthChecks,
}
