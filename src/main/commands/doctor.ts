import type { Command } from 'commander'
import type { RunCommand } from '../../platform/command-line/run-command.ts'
import { progress, table } from '../../platform/command-line/terminal.ts'
import type { Config } from '../config.ts'
import { examine } from '../doctor/doctor-checks.ts'

const MARKS = { ok: 'ok', warning: 'warning', failed: 'FAILED' } as const

export function addDoctorCommand(program: Command, run: RunCommand<Config>): void {
  const doctor = program
    .command('doctor')
    .description(
      'check the stores, payments, the report store, mail, webhooks, backups and the clock, and explain problems',
    )

  run(doctor, async (deps) => {
    progress('checking the stores')
    const diagnoses = await examine(deps)
    const isHealthy = diagnoses.every(({ state }) => state !== 'failed')
    const rows = diagnoses.map(({ name, state, message }) => [MARKS[state], name, message])
    return {
      json: { healthy: isHealthy, checks: diagnoses },
      text: `${table(rows)}\n\n${isHealthy ? 'Everything is in order.' : 'Something needs your attention.'}`,
      isFailure: !isHealthy,
    }
  })
}
