import type { startArchiving } from '../backup/index.ts'

type Options = Parameters<typeof startArchiving>[0]

/** Loads the code of backups only where they are made. */
export async function startBackups(options: Options): Promise<{ readonly stop: () => Promise<void> }> {
  const { backupTo, role } = options.config
  if (backupTo === undefined || role === 'api') return { stop: async () => {} }
  const backup = await import('../backup/index.ts')
  return backup.startArchiving(options)
}
