import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'Адрес эл. почты',
  password: 'Пароль',
  code: 'Код',
  codeHelp: 'Шесть цифр из приложения-аутентификатора или резервный код.',
  keepSignedIn: 'Не выходить из аккаунта 30 дней',
  signIn: 'Войти',
  signingIn: 'Выполняется вход…',
  wrongCredentials: 'Неверный адрес эл. почты или пароль.',
  wrongCode: 'Код неверен или уже использован. Введите текущий код.',
  tooManyAttempts: (minutes) => {
    const unit = plural('ru-RU', minutes, { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' })
    return `Слишком много попыток. Повторите через ${Math.max(1, minutes)} ${unit}.`
  },
  failed: 'Не удалось войти. Попробуйте ещё раз.',
  expiredTitle: 'Сеанс завершён',
  expiredText: 'Войдите снова, чтобы продолжить. Данные на этой странице не пропадут.',
  confirmTitle: 'Подтвердите, что это вы',
  confirmText: 'Это изменение защищено. Введите пароль ещё раз.',
  confirmTextWithCodes: 'Это изменение защищено. Введите пароль или код.',
  passwordOrCode: 'Пароль или код',
  confirm: 'Подтвердить',
  confirming: 'Подтверждение…',
  notConfirmed: 'Неверный пароль или код.',
  anotherPerson: 'Войти в другой аккаунт',
}
