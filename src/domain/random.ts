export interface Random {
  /** A whole number from 0 to n - 1, each as likely as the others; n is from 1 to 2^32. */
  below(n: number): number;
}
