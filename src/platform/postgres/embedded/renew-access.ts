import type { DataFolder } from '../../files/data-folder.ts'
import { readOrCreateAccess } from '../../files/store-access.ts'
import { SERVICE_ROLE, serviceUrlOf } from '../service-role.ts'
import { accessFileOf, CLUSTER_OWNER, MAINTENANCE_DATABASE, urlOf } from './embedded-access.ts'
import { refuseOtherVersion } from './make-cluster.ts'
import { runAlone } from './run-alone.ts'

/**
 * Recovers a cluster that was copied to this folder, and gives its roles new passwords: those of the original stay with
 * the original. Further settings are for the recovery, about which the output tells.
 */
export async function renewAccess(
  folder: DataFolder,
  recovery: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  refuseOtherVersion(folder)
  const { owner, service } = newPasswords(folder)
  return runAlone(folder, {
    database: MAINTENANCE_DATABASE,
    settings: recovery,
    statements: [`alter role ${CLUSTER_OWNER} password '${owner}'`, `alter role ${SERVICE_ROLE} password '${service}'`],
  })
}

/** Both are letters, digits, - and _. */
export function newPasswords(folder: DataFolder): { readonly owner: string; readonly service: string } {
  const access = readOrCreateAccess(accessFileOf(folder))
  return { owner: access.password, service: new URL(serviceUrlOf(urlOf(access))).password }
}
