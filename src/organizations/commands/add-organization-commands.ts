import type { Command } from 'commander'
import type { RunCommand } from '../../platform/command-line/run-command.ts'
import { addAuditCommands } from './audit.ts'
import { addClockCommands, type ClockCommandDeps } from './clock.ts'
import { addGroupCommands } from './groups.ts'
import { addKeyCommands } from './keys.ts'
import { addTreeCommands } from './organizations.ts'

/** Adds `organizations`, `keys`, `groups`, `clock` and `audit`. */
export function addOrganizationCommands(program: Command, run: RunCommand, clockDeps: ClockCommandDeps): void {
  addTreeCommands(program, run)
  addKeyCommands(program, run)
  addGroupCommands(program, run)
  addClockCommands(program, run, clockDeps)
  addAuditCommands(program, run)
}
