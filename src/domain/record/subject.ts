/** Two subjects are one if they differ in case and spacing only. */
export const subjectKey = (subject: string): string =>
  subject.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
