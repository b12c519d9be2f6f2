import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'Адрес эл.\u00a0почты',
  password: 'Пароль',
  code: 'Код',
  codeHelp: 'Шесть цифр из приложения для аутентификации или код восстановления.',
  keepSignedIn: 'Оставаться в системе 30 дней',
  forgotten: 'Забыли пароль?',
  linkUsed: 'Эта ссылка уже использована или устарела. Войдите с паролем.',
  signIn: 'Войти',
  signingIn: 'Выполняется вход…',
  wrongCredentials: 'Неверный адрес эл.\u00a0почты или пароль.',
  wrongCode: 'Код неверен или уже использован. Введите текущий код.',
  tooManyAttempts: ({ minutes }) =>
    plural('ru-RU', minutes, {
      one: `Слишком много попыток. Повторите через ${minutes} минуту.`,
      few: `Слишком много попыток. Повторите через ${minutes} минуты.`,
      many: `Слишком много попыток. Повторите через ${minutes} минут.`,
      other: `Слишком много попыток. Повторите через ${minutes} минуты.`,
    }),
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
  anotherPerson: 'Войти под другой учётной записью',
}
