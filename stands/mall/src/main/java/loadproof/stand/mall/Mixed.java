package loadproof.stand.mall;

/**
 * Numbers that follow from the number of a request and look random: the same for the same request.
 */
final class Mixed {
  private Mixed() {}

  /**
   * A number from 1 to {@code most}.
   *
   * @param place tells the numbers of one request apart
   */
  static int upTo(int most, long number, int place) {
    // SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L + place * 0xD1B54A32D192ED03L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return 1 + (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), most);
  }
}
