import { changeUser } from './access/change-user.ts'
import { SessionContract } from './access/contract.ts'
import { presentSession } from './access/present-session.ts'
import { accessRoutes } from './access/routes.ts'
import { administrationRoutes } from './administration/routes.ts'
import { listAudit } from './audit/audit-store.ts'
import { auditJobs, startAuditSealing } from './audit/jobs.ts'
import { auditRoutes } from './audit-log/routes.ts'
import { hasPermission } from './authentication/permission-refusals.ts'
import { refuseFormerActor } from './authentication/refuse-former-actor.ts'
import { findKeyLabels } from './credentials/credential-store.ts'
import { accountsHolder } from './erasure/accounts-holder.ts'
import { erasePerson } from './erasure/erase-person.ts'
import { findPerson } from './erasure/find-person.ts'
import { keptAnswersHolder } from './erasure/kept-answers-holder.ts'
import { findGroupNames, findMerchantGroup, listMerchantGroups } from './groups/merchant-group-store.ts'
import { isStaff } from './http/is-staff.ts'
import { meRoutes } from './http/me-routes.ts'
import { senderOf, signedInOf, userOf } from './http/request-context.ts'
import { keyRoutes } from './keys/routes.ts'
import { isTokenValid } from './links/link-store.ts'
import { PasswordHashes } from './passwords/password-hashes.ts'
import { clockRoutes } from './sandbox/clock-routes.ts'
import { organizationSandboxData } from './sandbox/delete-sandbox.ts'
import { goLive } from './sandbox/go-live.ts'
import { prepareSandbox, sandboxCredentialsFileOf } from './sandbox/prepare-sandbox.ts'
import { isSandboxPerson, issueSandboxLink, signInWithSandboxLink } from './sandbox/sandbox-person.ts'
import { sandboxPageErrors } from './sandbox-pages/page-errors.ts'
import { sandboxPageRoutes } from './sandbox-pages/routes.ts'
import { openSandboxPages } from './sandbox-pages/sandbox-pages.ts'
import { currentSession } from './sessions/current-session.ts'
import { deviceName } from './sessions/device-name.ts'
import { sessionCookieOf, setSessionCookie } from './sessions/session-cookie.ts'
import { listSessions } from './sessions/session-store.ts'
import { acceptInvitation, getInvitation } from './sign-in/accept-invitation.ts'
import { AttemptLimits } from './sign-in/attempt-limits.ts'
import { confirmCodes, removeCodes, setUpCodes } from './sign-in/change-codes.ts'
import { changePassword } from './sign-in/change-password.ts'
import { changeProfile, endAllSessions, setPersonStatus } from './sign-in/change-person.ts'
import { confirmSession } from './sign-in/confirm-session.ts'
import { signInErrors } from './sign-in/error-shape.ts'
import { invitePerson, resendInvitation } from './sign-in/invite-person.ts'
import { startSignInPruning } from './sign-in/jobs.ts'
import { DEVICE_COOKIE } from './sign-in/known-device.ts'
import { completeReset, getAccount, issueReset, requestReset } from './sign-in/reset-password.ts'
import { signIn } from './sign-in/sign-in.ts'
import { findActorWords } from './users/actor-words.ts'
import { listEveryUser, listMemberships, listUsers } from './users/membership-store.ts'
import { findEmails, findNames, findPersonById, findPersonIds } from './users/person-store.ts'
import { verifyAudit } from './verification/verify-audit.ts'

export { auditWrites, recordAudit } from './audit/audit-store.ts'
export { addOrganizationCommands } from './commands/add-organization-commands.ts'
export { createOrganization } from './creation/create-organization.ts'
export { authenticatedApi } from './http/authenticated-api.ts'
export { ActingFor, AuthenticationFailed } from './http/contract.ts'
export { actForNamed, refuseIfNoLongerAllowed } from './http/organization-hooks.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export type { SandboxVisit } from './sandbox-pages/sandbox-pages.ts'
export { suspendUnlessSuspended } from './tree/change-organization.ts'
export {
  findIdsBelow,
  findOrganizations,
  getOrganization,
  joinedOrganization,
  listTopOrganizations,
  organizationsAbove,
  organizationsBelow,
  type ShownOrganization,
} from './tree/organization-store.ts'

/** Groups of merchants, for reports about them together. */
export const merchantGroups = { find: findMerchantGroup, findNames: findGroupNames, list: listMerchantGroups }

export const auditSealing = { jobs: auditJobs, start: startAuditSealing, verify: verifyAudit }

export const personErasure = {
  find: findPerson,
  erase: erasePerson,
  keptAnswers: keptAnswersHolder,
  accounts: accountsHolder,
}

/** The people who sign in, and others who act, for other components. */
export const people = {
  listAudit,
  findActorWords,
  findEmails,
  findKeyLabels,
  findNames,
  findPersonIds,
  hasPermission,
  isStaff,
  refuseFormerActor,
  senderOf,
  signedInOf,
  userOf,
}

/** Signing in, and all that people and operators change about it. The portal adds mails, routes and commands. */
export const accounts = {
  ...{ signIn, confirmSession, changePassword, changeProfile, currentSession, startPruning: startSignInPruning },
  ...{ setUpCodes, confirmCodes, removeCodes },
  ...{ requestReset, issueReset, completeReset, isTokenValid, errors: signInErrors },
  ...{ invitePerson, resendInvitation, getInvitation, acceptInvitation },
  ...{ getAccount, findPerson: findPersonById, setPersonStatus, endAllSessions, listSessions },
  ...{ changeUser, listUsers, listEveryUser, listMemberships },
  ...{ presentSession, SessionContract, sessionCookieOf, setSessionCookie, deviceName, DEVICE_COOKIE },
  /** For each node one of them. */
  newLimits: (deps: ConstructorParameters<typeof AttemptLimits>[0]) => new AttemptLimits(deps),
  newPasswordHashes: () => new PasswordHashes(),
}

/** The beginning and the end of a sandbox. */
export const sandbox = {
  ...{ prepare: prepareSandbox, data: organizationSandboxData, goLive },
  ...{
    credentialsFileOf: sandboxCredentialsFileOf,
    issueLink: issueSandboxLink,
    signInWithLink: signInWithSandboxLink,
    isPerson: isSandboxPerson,
  },
}

/** `clock` exists in sandbox mode only. */
export const organizationRoutes = {
  ...{
    me: meRoutes,
    access: accessRoutes,
    keys: keyRoutes,
    administration: administrationRoutes,
    audit: auditRoutes,
    clock: clockRoutes,
  },
}

/** The pages of the sandbox: their sign-in, their frame, and the page of its clock. */
export const sandboxPages = { open: openSandboxPages, routes: sandboxPageRoutes, errors: sandboxPageErrors }
