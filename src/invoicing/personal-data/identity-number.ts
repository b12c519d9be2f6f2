// pure
import { isLuhnValid } from '../../kernel/luhn.ts'
import { isArticleNumberValid, isMod11And10Valid, numbersOf, restOf97, weightedSum } from './check-digits.ts'

type IdentityNumber = {
  readonly name: string
  /** Of fixed length, so that the search takes linear time. */
  readonly form: string
  /** Separators between its parts; followed by one of them and more digits, it is something else. */
  readonly separators: string
  /** Gets its letters and digits only. */
  readonly isValid: (characters: string) => boolean
}

/**
 * Only forms that are precise enough: with separators, or long and regular, and with check digits if the issuer
 * has them. Groups of three or four digits are left out: phone and order numbers look like them too, and one in
 * ten has the right check digit.
 */
const IDENTITY_NUMBERS: readonly IdentityNumber[] = [
  {
    name: 'US social security number',
    form: '(?!000|666|9)\\d{3}-(?!00)\\d\\d-(?!0000)\\d{4}',
    separators: '-',
    isValid: () => true,
  },
  {
    name: 'US individual taxpayer number',
    form: '9\\d\\d-(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])-\\d{4}',
    separators: '-',
    isValid: () => true,
  },
  {
    name: 'UK national insurance number',
    form: '(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]([ -])\\d\\d\\1\\d\\d\\1\\d\\d\\1[A-D]',
    separators: ' -',
    isValid: () => true,
  },
  {
    name: 'French social security number',
    form: '[1-478]([ .-])\\d\\d\\1\\d\\d\\1(?:\\d\\d|2[AB])\\1\\d{3}\\1\\d{3}\\1\\d\\d',
    separators: ' .-',
    isValid: isFrenchNumberValid,
  },
  {
    name: 'Spanish identity number',
    form: '(?:\\d{8}|\\d\\d\\.\\d{3}\\.\\d{3})-[A-HJ-NP-TV-Z]',
    separators: '.-',
    isValid: isSpanishNumberValid,
  },
  {
    name: 'Spanish identity number of a foreigner',
    form: '[XYZ]-?\\d{7}-[A-HJ-NP-TV-Z]',
    separators: '-',
    isValid: (characters) => isSpanishNumberValid(`${'XYZ'.indexOf(characters[0] ?? '')}${characters.slice(1)}`),
  },
  {
    name: 'Brazilian taxpayer number of a person',
    form: '(?!(\\d)\\1\\1\\.\\1{3}\\.\\1{3}-)\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d',
    separators: '.-',
    isValid: isBrazilianNumberValid,
  },
  {
    name: 'Italian tax code of a person',
    form: '[A-Z]{6}\\d\\d[A-EHLMPR-T]\\d\\d[A-Z]\\d{3}[A-Z]',
    separators: '-',
    isValid: isItalianCodeValid,
  },
  {
    name: 'Swedish personal number',
    form: '19\\d\\d(?:0[1-9]|1[0-2])(?:[012]\\d|3[01])-\\d{4}',
    separators: '-',
    isValid: (characters) => isLuhnValid(characters.slice(2)),
  },
  {
    name: 'Finnish personal number',
    form: '(?:[012]\\d|3[01])(?:0[1-9]|1[0-2])\\d\\d[-+A]\\d{3}[0-9A-FHJ-NPR-Y]',
    separators: '-+',
    isValid: isFinnishNumberValid,
  },
  {
    name: 'Korean resident number',
    form: '\\d\\d(?:0[1-9]|1[0-2])(?:[012]\\d|3[01])-[1-8]\\d{6}',
    separators: '-',
    isValid: (characters) => {
      const sum = weightedSum(characters, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5])
      return (11 - (sum % 11)) % 10 === Number(characters.at(-1))
    },
  },
  {
    name: 'Chilean identity number',
    // Numbers from fifty million on belong to companies.
    form: '[1-4]?\\d\\.\\d{3}\\.\\d{3}-[\\dK]',
    separators: '.-',
    isValid: isChileanNumberValid,
  },
  {
    name: 'Chinese resident number',
    form: '[1-8]\\d{5}(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:[012]\\d|3[01])\\d{3}[\\dX]',
    separators: '-',
    isValid: (characters) => {
      const sum = weightedSum(characters, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
      return '10X98765432'[sum % 11] === characters.at(-1)
    },
  },
  {
    name: 'Swiss social insurance number',
    form: '756\\.\\d{4}\\.\\d{4}\\.\\d\\d',
    separators: '.',
    isValid: isArticleNumberValid,
  },
  {
    name: 'Belgian national number',
    form: '\\d\\d\\.\\d\\d\\.\\d\\d-\\d{3}\\.\\d\\d',
    separators: '.-',
    isValid: isBelgianNumberValid,
  },
  {
    name: 'German tax number of a person',
    form: '[1-9]\\d \\d{3} \\d{3} \\d{3}',
    separators: ' ',
    isValid: isGermanNumberValid,
  },
  {
    name: 'Argentine identification number of a person',
    form: '2[03-7]-\\d{8}-\\d',
    separators: '-',
    isValid: (characters) => {
      const sum = weightedSum(characters, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])
      return sum % 11 === 0
    },
  },
]

const SEARCHES = IDENTITY_NUMBERS.map(({ form, separators, ...number }) => {
  const between = separators.replace(/[.+-]/g, '\\$&')
  const before = `(?<![A-Z0-9]|[A-Z0-9][${between.replace(' ', '')}]|\\d[${between}])`
  const after = `(?![A-Z0-9]|[${between}]\\d)`
  return { ...number, pattern: new RegExp(`${before}${form}${after}`, 'g') }
})

/** The name of an identity number that the text contains. */
export function identityNumberIn(written: string): string | undefined {
  const found = SEARCHES.find(({ pattern, isValid }) =>
    Array.from(written.matchAll(pattern)).some(([text]) => isValid(text.replace(/[ .+-]/g, ''))),
  )
  return found?.name
}

/** The Corsican departments count as 19 and 18. */
function isFrenchNumberValid(characters: string): boolean {
  const digits = characters.replace('2A', '19').replace('2B', '18')
  return 97 - restOf97(digits.slice(0, 13)) === Number(digits.slice(13))
}

function isSpanishNumberValid(characters: string): boolean {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(characters.slice(0, 8)) % 23] === characters[8]
}

function isBrazilianNumberValid(digits: string): boolean {
  const check = (weights: readonly number[]): number => {
    const rest = weightedSum(digits, weights) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const first = check([10, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = check([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  return `${first}${second}` === digits.slice(9)
}

const ITALIAN_ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

function isItalianCodeValid(characters: string): boolean {
  const sum = Array.from(characters.slice(0, 15), (character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 'A'.charCodeAt(0)
    return index % 2 === 0 ? (ITALIAN_ODD_VALUES[value] ?? 0) : value
  }).reduce((total, value) => total + value, 0)
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26)) === characters[15]
}

function isFinnishNumberValid(characters: string): boolean {
  const digits = characters.replace(/^(\d{6})A/, '$1')
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits.slice(0, 9)) % 31] === digits[9]
}

function isChileanNumberValid(characters: string): boolean {
  const sum = weightedSum(characters.slice(0, -1).padStart(8, '0'), [3, 2, 7, 6, 5, 4, 3, 2])
  return '0K987654321'[sum % 11] === characters.at(-1)
}

/** For people born from 2000 on, the check digits cover the number with a 2 in front. */
function isBelgianNumberValid(digits: string): boolean {
  const check = Number(digits.slice(9))
  return ['', '2'].some((century) => 97 - restOf97(`${century}${digits.slice(0, 9)}`) === check)
}

/** Among the first ten digits, one occurs two or three times and the others at most once. */
function isGermanNumberValid(digits: string): boolean {
  const counts = new Map<number, number>()
  for (const digit of numbersOf(digits.slice(0, 10))) {
    counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  const repeated = [...counts.values()].filter((count) => count > 1)
  const isRegular = repeated.length === 1 && (repeated[0] ?? 0) <= 3
  return isRegular && isMod11And10Valid(digits)
}
