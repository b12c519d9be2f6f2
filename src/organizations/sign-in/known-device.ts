import { newSecret } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** The cookie of a browser in which people have signed in before. */
export const DEVICE_COOKIE = 'quittance-device'
/** A shared computer has several people. */
const PEOPLE_MAX = 5
const PURPOSE = 'known device'
const ID_BYTES = 9

/** One browser of one person. */
export type KnownDevice = { readonly personId: string; readonly deviceId: string }

/**
 * The device of the person in the cookie's value; undefined if there is none with a valid signature. It proves nothing but
 * an earlier sign-in: its only effect is that failures of strangers do not lock this browser out.
 */
export function knownDeviceOf(
  secrets: Pick<Secrets, 'isCodeOf'>,
  cookie: string | undefined,
  personId: string,
): KnownDevice | undefined {
  return partsOf(cookie).find((device) => device.personId === personId && isSigned(secrets, device))
}

/** The cookie's value after a person signed in: the person comes first, and the device keeps its id. */
export function cookieOfDevice(
  secrets: Pick<Secrets, 'isCodeOf' | 'code'>,
  cookie: string | undefined,
  personId: string,
): string {
  const known = knownDeviceOf(secrets, cookie, personId)
  const device = known ?? { personId, deviceId: newSecret(ID_BYTES).toString('base64url') }
  const others = partsOf(cookie).filter((each) => each.personId !== personId && isSigned(secrets, each))
  return [device, ...others]
    .slice(0, PEOPLE_MAX)
    .map((each) => `${each.personId}.${each.deviceId}.${secrets.code(PURPOSE, signedText(each)).toString('base64url')}`)
    .join('~')
}

type SignedDevice = KnownDevice & { readonly signature: Buffer }

function partsOf(cookie = ''): readonly SignedDevice[] {
  return cookie
    .split('~', PEOPLE_MAX)
    .map((part) => part.split('.'))
    .flatMap(([personId, deviceId, signature]) =>
      personId === undefined || deviceId === undefined || signature === undefined
        ? []
        : [{ personId, deviceId, signature: Buffer.from(signature, 'base64url') }],
    )
}

function isSigned(secrets: Pick<Secrets, 'isCodeOf'>, device: SignedDevice): boolean {
  return secrets.isCodeOf(device.signature, PURPOSE, signedText(device))
}

function signedText({ personId, deviceId }: KnownDevice): string {
  return `${personId} ${deviceId}`
}
