import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'

/**
 * The role in which the service uses the embedded PostgreSQL. It reads and writes rows and nothing else: a statement
 * that someone smuggled in can neither change the schema nor run a program. Only migrations use the owner.
 */
export const SERVICE_ROLE = 'quittance_service'
const ROLE = SERVICE_ROLE

/** The address for the service, derived from the owner's: nothing else has to be stored, and it does not lead back. */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const password = passwordFrom(url.password)
  return Object.assign(url, { username: ROLE, password }).href
}

function passwordFrom(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(ROLE).digest('base64url')
}

/**
 * Creates the role if it is missing, and grants what it lacks. Later tables, also those of the queue, are covered by
 * default privileges; the queue's tables have row-level security, so the role also needs a policy on each.
 */
export async function prepareServiceRole(client: pg.Client, ownerUrl: string): Promise<void> {
  const password = passwordFrom(new URL(ownerUrl).password)
  assert(/^[\w-]+$/.test(password), 'A derived password is Base64url.')
  await client.query(`do $prepare$ declare found record; begin
    if not exists (select from pg_roles where rolname = '${ROLE}') then
      create role ${ROLE} login password '${password}';
      -- Finds the connections of nodes, whichever role they use.
      grant pg_read_all_stats to ${ROLE};
    end if;
    if not exists (select from pg_default_acl where defaclrole = current_user::regrole and defaclnamespace = 0) then
      alter default privileges grant usage on schemas to ${ROLE};
      alter default privileges grant select, insert, update, delete on tables to ${ROLE};
      alter default privileges grant usage, select, update on sequences to ${ROLE};
    end if;
    for found in select nspname from pg_namespace
      where nspname in ${SCHEMAS} and not has_schema_privilege('${ROLE}', oid, 'usage') loop
      execute format('grant usage on schema %I to ${ROLE}', found.nspname);
    end loop;
    for found in select oid::regclass as name from pg_class
      where relnamespace in ${SCHEMA_IDS} and relkind in ('r', 'p', 'v')
        and not has_table_privilege('${ROLE}', oid, 'delete') loop
      execute format('grant select, insert, update, delete on %s to ${ROLE}', found.name);
    end loop;
    for found in select oid::regclass as name from pg_class
      -- The planner may change the order of conditions, and the function refuses what is not a sequence.
      where case when relkind = 'S' then not has_sequence_privilege('${ROLE}', oid, 'update') end
        and relnamespace in ${SCHEMA_IDS} loop
      execute format('grant usage, select, update on sequence %s to ${ROLE}', found.name);
    end loop;
    for found in select oid::regclass as name from pg_class
      where relnamespace in ${SCHEMA_IDS} and relrowsecurity
        and not exists (select from pg_policy where polrelid = pg_class.oid and polname = '${ROLE}') loop
      execute format('create policy ${ROLE} on %s to ${ROLE} using (true) with check (true)', found.name);
    end loop;
  end $prepare$`)
}

const SCHEMAS = `('public', 'graphile_worker')`
const SCHEMA_IDS = `(select oid from pg_namespace where nspname in ${SCHEMAS})`
