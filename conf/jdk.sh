# Sourced by ./dateline and ./build. find_jdk N prints the home of a JDK of version N or later:
# JAVA_HOME if it is one, else the java on PATH, else the newest below /usr/lib/jvm.

jdk_version() { # HOME -> feature version, 0 when it is not a JDK
  [ -x "$1/bin/javac" ] || { echo 0; return; }
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null | grep . || echo 0
}

find_jdk() {
  local wanted=$1 home best="" best_version=0 version candidates=()
  [ -n "${JAVA_HOME:-}" ] && candidates+=("$JAVA_HOME")
  command -v javac >/dev/null && candidates+=("$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")")
  for home in "${candidates[@]}"; do
    [ "$(jdk_version "$home")" -ge "$wanted" ] && { echo "$home"; return; }
  done
  for home in /usr/lib/jvm/*; do
    version=$(jdk_version "$home")
    [ "$version" -gt "$best_version" ] && { best=$home; best_version=$version; }
  done
  [ "$best_version" -ge "$wanted" ] && { echo "$best"; return; }
  echo "dateline: needs a JDK $wanted; found none in JAVA_HOME, on PATH or below /usr/lib/jvm" >&2
  return 1
}
