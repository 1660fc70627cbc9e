"""What the operating system says: processes, processor times, control groups. Reads and names; decides nothing."""
