// pure

/**
 * The words that the most common passwords of published leaks are made of. A password of twelve characters is rarely in such
 * a list itself; it is one of these words with a year, or two of them.
 */
const WORDS = new Set(
  `abc abcd abcdef access account admin administrator airplane alexander alexis amanda america american amor andrea andrew
  angel angela angels animal anthony apple apples april arsenal ashley asshole august austin autumn baby babygirl bailey
  banana barbara barcelona baseball basketball batman beautiful beer benjamin berlin bigdog bismillah blessed blink blue
  bonjour boomer boston brandon brazil bubbles buddy bulldog business buster butterfly california camaro canada captain
  carlos caroline cartman casino celtic champion change changeme changeit charles charlie cheese chelsea chicago chicken
  chocolate chris christ christian christopher classic claudia coffee company compaq computer cookie corvette cowboy cowboys
  cricket crystal dakota dallas daniel danielle david december default demo denise destiny diablo diamond digital doctor
  dolphin dolphins donald dragon dream dreams eagle eagles edward elephant elizabeth eminem emily enter england estrella
  facebook falcon family fantasy february ferrari finance firebird fish fishing florida flower flowers football forever
  france francis frank freedom friday friend friends fuck fucker fuckoff fuckyou garfield gateway george germany ginger
  giants girl god gold golden golf google gordon green guest guitar gunner hammer hannah happy harley heather hello help
  helpme hockey holiday home honda honey hottie house hunter iceman iloveyou iloveu internet invoice ireland isabella italia
  jackson jaguar james january jasmine jason jasper jennifer jessica jesus jesuschrist johnny johnson jonathan jordan joseph
  joshua july june junior justin karina kawasaki kevin killer king kitten kitty laura lauren leonardo letmein liberty linda
  linkedin liverpool login london loser louise love lovely loveme lover loveyou lucky madison maggie magic manager manchester
  marcus margaret maria marina mario marlboro marseille martin maryjane master matrix matthew maverick maximus mechanic
  melissa member mercedes merlin mexico miami michael michelle michigan mickey midnight mighty miller million minecraft money
  monday monica monkey monster mother motorola mountain mustang mylove naruto nascar natalie natasha nathan network newyork
  nicholas nicole nintendo nirvana nissan nothing november october office oliver olivia orange packers panther paradise paris
  pass passe passion passw passwd password passwort patricia patrick payment peaches peanut pepper phoenix player please
  pokemon police porsche portugal power prince princess private purple pussy qazwsx quittance qwerty qwertz rabbit rachel
  raiders rainbow rangers raymond realmadrid rebecca red redsox richard robert rocket ronaldo root rosebud russia samantha
  samsung samuel sandra saturday scooter scorpion scott secret secure security september server service sexy shadow shannon
  shorty silver simone sister skywalker slayer slipknot smokey snoopy soccer soleil spain sparky spider spiderman spring star
  starwars stephanie steven student success summer sunday sunflower sunshine super superman superstar support supreme sweet
  sweety swordfish system target taylor teacher teamo temp temporary tennis teresa test tester testing thank theman thomas
  thunder thursday tiger tigger tiffany time tinkerbell toyota travis trinity trustno truelove tuesday turtle twilight unicorn
  united user vacation valentina vanessa veronica victoria viking vincent virginia warrior wednesday welcome wellcome whatever
  william willow wilson windows winner winston winter wizard wolverine work world xbox yamaha yankees yellow zxcvbn azerty
  azertyuiop motdepasse contrasena contraseña senha mudar geheim hallo schatz schalke kennwort willkommen sommer fruehling
  frühling herbst passwortneu parola haslo wachtwoord welkom lozenord salasana parool sifre mima woaini doudou bonheur
  chouchou tequiero teamomucho mariposa alejandro futebol flamengo corinthians brasil gatinha amorzinho privet parol lyubov
  zaq nimda letme loveyouforever ofthe my new old the you your me mine one first last big little`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
const WORD_LENGTH_MAX = Math.max(...[...WORDS].map((word) => word.length))

/** Neighbors on keyboards and in alphabets; both directions count. */
const ROWS = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm'],
  ...[
    'azertyuiop',
    'qsdfghjklm',
    'wxcvbn',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.',
    '!@#$%^&*()',
    'qazwsxedcrfvtgbyhnujm',
  ],
  ...[
    '1q2w3e4r5t6y7u8i9o0p',
    'q1w2e3r4t5y6u7i8o9p0',
    'йцукенгшщзхъ',
    'фывапролджэ',
    'ячсмитьбю',
    'a1b2c3d4e5f6g7h8i9',
    '147258369',
    '1a2b3c4d5e6f7g8h9i',
  ],
].flatMap((row) => [row, [...row].reverse().join('')])
const WALK_LENGTH_MIN = 3

const WORDS_MAX = 2
/** Digits and characters around the words, as in a year and an exclamation mark. */
const LOOSE_MAX = 8
const DIGITS_LENGTH_MIN = 16
const DISTINCT_MIN = 5
const UNIT_LENGTH_MAX = 6

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Whether the password is among those that are guessed first: a repetition, a walk over the keyboard, a common word with a year. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < DISTINCT_MIN || isRepetition(plain)) return true
  if (/^\d+$/.test(plain) && plain.length < DIGITS_LENGTH_MIN) return true
  const letters = plain.replaceAll(/[0134578@$!]/g, (character) => LEET[character] ?? character)
  return isCovered({ plain, letters }, { at: 0, words: WORDS_MAX, loose: LOOSE_MAX })
}

/** A short unit several times: abcabcabcabc. */
function isRepetition(text: string): boolean {
  return Array.from({ length: UNIT_LENGTH_MAX }, (_, index) => text.slice(0, index + 1)).some(
    (unit) => text.length >= 2 * unit.length && unit.repeat(Math.ceil(text.length / unit.length)).startsWith(text),
  )
}

/** The password, and the same with letters in place of the digits and signs that stand for them. */
type Forms = { readonly plain: string; readonly letters: string }
type Rest = { readonly at: number; readonly words: number; readonly loose: number }

/** Whether the rest of the text consists of common words, walks, and a few other characters that are not letters. */
function isCovered(forms: Forms, { at, words, loose }: Rest): boolean {
  const { plain, letters } = forms
  if (at >= plain.length) return true
  const walk = walkLengthAt(plain, at)
  if (walk >= WALK_LENGTH_MIN && isCovered(forms, { at: at + walk, words, loose })) return true
  const isLoose = !/\p{L}/u.test(plain[at] ?? '')
  if (isLoose && loose > 0 && isCovered(forms, { at: at + 1, words, loose: loose - 1 })) return true
  if (words === 0) return false
  for (let end = Math.min(plain.length, at + WORD_LENGTH_MAX); end > at + 1; end -= 1) {
    const isWord = [plain, letters].some((text) => WORDS.has(text.slice(at, end)))
    if (isWord && isCovered(forms, { at: end, words: words - 1, loose })) return true
  }
  return false
}

/** The length of the longest walk that begins here; a repeated character is one too. */
function walkLengthAt(text: string, at: number): number {
  const same = /^(.)\1*/su.exec(text.slice(at))?.[0].length ?? 0
  let longest = same
  for (const row of ROWS) {
    let length = longest + 1
    while (at + length <= text.length && row.includes(text.slice(at, at + length))) {
      longest = length
      length += 1
    }
  }
  return longest
}
