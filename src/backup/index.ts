import { leaveErasureFor } from './erasures/leave-erasure-for.ts'

export { addActivateCommand } from './activation/activate-command.ts'
export { startArchiving } from './archive/start-archiving.ts'
export { addBackupCommands } from './commands/backup.ts'

/** What restores need to know of erasures. */
export const backupErasures = { leave: leaveErasureFor }
