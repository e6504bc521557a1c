# shellcheck shell=bash
# What ./stoatflow build release and ./stoatflow new do, which reads this file. docs/RELEASES.md says what comes of it.

# Makes the Maven repository of a commit: jars, sources, javadoc, poms, bills of materials, checksums. What is not
# committed is not in it. With --check it is made again elsewhere, has to be the same, and an application has to take it.
release() {
  local to=target/release/repository version='' check='' made=$PWD/target/release
  while [ $# -gt 0 ]; do
    case $1 in
      --to | --version) [ -n "${2:-}" ] || fail "build release: $1 has no value" ;;
    esac
    case $1 in
      --to) to=$(from_here "$2") && shift 2 ;;
      --version) version=$2 && shift 2 ;;
      --check) check=yes && shift ;;
      *) fail "build release takes --to FOLDER, --version V and --check, not '$1'" ;;
    esac
  done
  git rev-parse -q --verify HEAD >/dev/null || fail "build release builds a commit, and finds none here"
  if [ -e "$to" ] && [ ! -f "$to/SHA256SUMS" ] && [ -n "$(ls -A "$to")" ]; then
    fail "build release: $to has something else in it; --to names a new folder, or one of an earlier release"
  fi
  if [ -n "$(git status --porcelain)" ]; then
    echo "stoatflow: what is not committed is left out" >&2
  fi
  use_jdk
  use_maven
  lock_tree
  release_in "$made/one" "$version"
  rm -rf "$to"
  mkdir -p "$(dirname "$to")"
  mv "$made/one/repository" "$to"
  echo "The release $(published_version "$made/one/tree") is in $to:"
  echo "$(published "$made/one/tree" | wc -l | tr -d ' ') modules and their parent, $(grep -c . <"$to/SHA256SUMS") files, the commit $(git rev-parse HEAD)"
  if [ -n "$check" ]; then check_release "$to" "$version"; fi
}

# Builds the commit in folder $1, with version $2 where it is not empty: tree has the sources, repository what is made.
release_in() {
  local tree=$1/tree repository=$1/repository modules pom before
  rm -rf "$1"
  mkdir -p "$tree"
  git archive HEAD | tar -x -C "$tree"
  before=$(published_version "$tree")
  if [ -n "$2" ]; then
    for pom in "$tree/pom.xml" "$tree"/*/pom.xml; do
      sed "s#<version>$before</version>#<version>$2</version>#" "$pom" >"$pom.new"
      mv "$pom.new" "$pom"
    done
  fi
  modules=$(published "$tree" | paste -s -d , -)
  echo "stoatflow: building the release in $tree (it takes some minutes) ..." >&2
  (
    cd "$tree"
    mvn_batch -Prelease -T 2 -pl "$modules" -am -Dmaven.test.skip=true -Dcheckstyle.skip=true -Dspotless.check.skip=true \
      "-Dproject.build.outputTimestamp=$(commit_time %Y-%m-%dT%H:%M:%SZ)" "-Dstoatflow.commit.id=$(commit_id)" \
      deploy "-DaltDeploymentRepository=release::file://$repository" \
      dependency:build-classpath -Dmdep.outputFile=target/runtime-classpath -DincludeScope=runtime
  ) >"$1/log" 2>&1 || {
    cat "$1/log" >&2
    fail "the build of the release failed; the reason is above."
  }
  date_by_commit "$repository"
  name_dependencies "$tree"
  (cd "$repository" && find . -type f ! -name '*.md5' ! -name '*.sha1' | LC_ALL=C sort | while IFS= read -r file; do
    digest 256 "$file"
  done >SHA256SUMS)
}

# Maven writes when it deployed into metadata, and into names where the version is a snapshot. Here both are the
# commit's time, so that a commit makes one repository, and a later commit's is newer.
date_by_commit() {
  local stamp file renamed
  stamp=$(commit_time %Y%m%d.%H%M%S)
  find "$1" -type f -name '*-[0-9]*.[0-9]*-[0-9]*' | while IFS= read -r file; do
    renamed=${file%/*}/$(sed -E "s/-[0-9]{8}\.[0-9]{6}-[0-9]+/-$stamp-1/" <<<"${file##*/}")
    if [ "$file" != "$renamed" ]; then mv "$file" "$renamed"; fi
  done
  find "$1" -type f -name maven-metadata.xml | while IFS= read -r file; do
    sed -E -e "s#-[0-9]{8}\.[0-9]{6}-[0-9]+</value>#-$stamp-1</value>#" \
      -e "s#<timestamp>[0-9.]+<#<timestamp>$stamp<#" -e 's#<buildNumber>[0-9]+<#<buildNumber>1<#' \
      -e "s#<(updated|lastUpdated)>[0-9]+<#<\1>${stamp/./}<#" "$file" >"$file.new"
    mv "$file.new" "$file"
    digest 1 "$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.sha1"
    rm -f "$file.md5"
  done
}

# Whether the bill of materials of each module in tree $1 names just what comes with the module. JSpecify is left out: our
# poms have it as provided, which hides from Maven's class path that other libraries bring it.
name_dependencies() {
  local module bill
  for module in $(published "$1"); do
    bill=$1/$module/target/bom.json
    [ -f "$bill" ] || fail "$module has no bill of materials"
    if ! diff <(tr ':' '\n' <"$1/$module/target/runtime-classpath" | sed 's#.*/##' | grep . | grep -v '^jspecify-' | LC_ALL=C sort -u) \
      <(sed -n 's#.*"purl" *: *"pkg:maven/[^/]*/\([^@]*\)@\([^?"]*\)?type=jar".*#\1-\2.jar#p' "$bill" \
        | grep -v -e "^$module-[0-9]" -e '^jspecify-' | LC_ALL=C sort -u) >&2; then
      fail "the bill of materials of $module names other jars (>) than those that come with it (<)"
    fi
  done
}

# Builds the release once more in another folder, compares it with the one in $1, and has an application take that one.
check_release() {
  local elsewhere application
  elsewhere=$(mktemp -d)
  release_in "$elsewhere/other" "$2"
  diff -r "$1" "$elsewhere/other/repository" >&2 || fail "two builds of one commit differ, see above"
  rm -rf "$elsewhere"
  echo "Built again in another folder: each byte is the same."
  application=$(mktemp -d)
  first_application "$application/first" --repository "$1"
  take_release "$application" "$1"
  first_application "$application/own" --repository "$1" --own-packages --package org.acme.words
  take_release "$application" "$1" own
  rm -rf "$application"
}

# Builds the application in folder $1/$3 with its tests, with a local repository of its own that gets our jars from $2
# alone, and others from where this machine has them already.
take_release() {
  local name=${3:-first} log=$1/log
  cat >"$1/settings.xml" <<XML
<settings>
  <localRepository>$1/local</localRepository>
  <profiles>
    <profile>
      <id>there</id>
      <repositories>
        <repository><id>there</id><url>file://${HOME}/.m2/repository</url><snapshots><enabled>false</enabled></snapshots></repository>
      </repositories>
      <pluginRepositories>
        <pluginRepository><id>there</id><url>file://${HOME}/.m2/repository</url><snapshots><enabled>false</enabled></snapshots></pluginRepository>
      </pluginRepositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>there</activeProfile></activeProfiles>
</settings>
XML
  (cd "$1/$name" && mvn_batch -s "$1/settings.xml" verify) >"$log" 2>&1 || {
    cat "$log" >&2
    fail "the first application does not build from $2"
  }
  if grep -r -h '\.jar>' --include=_remote.repositories "$1/local/org/stoatflow" | grep -v '>stoatflow='; then
    fail "a jar of ours is from elsewhere than $2"
  fi
  grep '^\[INFO\] Tests run:.*[^s]$' "$log" | tail -n 1 | sed "s#^.INFO. #An application ($name) from an empty folder: #"
}

# Prints the modules of tree $1 that are published.
published() {
  (cd "$1" && grep -L '<maven.deploy.skip>true' */pom.xml | sed 's#/.*##')
}

# Prints the version of tree $1.
published_version() {
  sed -n 's#^  <version>\(.*\)</version>#\1#p' "$1/pom.xml" | head -n 1
}

commit_id() { git rev-parse --short=16 HEAD; }

commit_time() { TZ=UTC git log -1 --format=%cd "--date=format-local:$1"; }

# Prints the SHA-$1 of file $2, and its name.
digest() {
  if command -v "sha$1sum" >/dev/null; then "sha$1sum" "$2"; else shasum -a "$1" "$2"; fi
}

# Prints path $1 as it is meant where the command was typed.
from_here() {
  case $1 in
    /*) echo "$1" ;;
    *) echo "$STOATFLOW_FROM/$1" ;;
  esac
}

# Makes an application with its tests, for Maven and for Gradle, in a folder that is new.
first_application() {
  local folder='' repository='' package=first own='' file said
  while [ $# -gt 0 ]; do
    case $1 in
      --repository | --package) [ -n "${2:-}" ] || fail "new: $1 has no value" ;;
    esac
    case $1 in
      --repository) repository=$(cd "$(from_here "$2")" && pwd) && shift 2 ;;
      --package) package=$2 && shift 2 ;;
      --own-packages) own=yes && shift ;;
      -*) fail "new takes FOLDER, --package NAME, --repository FOLDER and --own-packages, not '$1'" ;;
      *)
        [ -z "$folder" ] || fail "new makes one folder, not '$folder' and '$1'"
        folder=$(from_here "$1") && shift
        ;;
    esac
  done
  [ -n "$folder" ] || fail "usage: ./stoatflow new FOLDER [--package NAME] [--repository FOLDER] [--own-packages]"
  [[ ${folder##*/} =~ ^[A-Za-z0-9._-]+$ ]] || fail "new: '${folder##*/}' is no name for Maven and Gradle"
  [[ $package =~ ^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$ ]] || fail "new: '$package' is no name of a package"
  if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then fail "new: $folder has something in it"; fi
  (cd build/new && find . -type f) | while IFS= read -r file; do
    from_template "build/new/$file" "$folder/${file/\/first\///${package//.//}/}"
  done
  from_template examples/src/main/java/org/stoatflow/examples/FirstApplication.java \
    "$folder/src/main/java/${package//.//}/FirstApplication.java"
  said="./stoatflow build install -pl stoatflow-$(kind kafka-streams runtime),stoatflow-$(kind kafka-streams-test-utils test-utils),stoatflow-local-kafka -am"
  if [ -n "$repository" ]; then said="$repository has them"; fi
  echo "The application is in $folder: mvn verify (or gradle build) builds it there and runs its tests."
  echo "StoatFlow's jars: $said"
}

# Prints $1 for an application of Kafka Streams' packages, $2 for one of ours.
kind() { if [ -z "$own" ]; then echo "$1"; else echo "$2"; fi; }

# Writes file $1 of the template to $2: names, versions as this tree has them, and the repository where one is named.
from_template() {
  local marks=(-e "s#@version@#$(published_version .)#" -e "s#@package@#$package#g" -e "s#@name@#${folder##*/}#g")
  local name
  for name in junit slf4j; do marks+=(-e "s#@$name@#$(sed -n "s#^ *<$name.version>\(.*\)</.*#\1#p" pom.xml)#"); done
  for name in compiler surefire dependency; do
    marks+=(-e "s#@$name@#$(sed -n "/<artifactId>maven-$name-plugin</{n;s#.*<version>\(.*\)</version>#\1#p;}" pom.xml)#")
  done
  marks+=(-e "s#^package first;#package $package;#" -e "s#^package org.stoatflow.examples;#package $package;#")
  marks+=(-e 's#^/\*\* The application of docs/FIRST-APPLICATION.md: counts#/** Counts#')
  marks+=(-e "s#org\.stoatflow\.streams#$(kind org.apache.kafka.streams org.stoatflow.streams)#")
  marks+=(-e "s#stoatflow-kafka-streams-test-utils#stoatflow-$(kind kafka-streams-test-utils test-utils)#")
  marks+=(-e "s#stoatflow-kafka-streams\([<:]\)#stoatflow-$(kind kafka-streams runtime)\1#")
  if [ -n "$repository" ]; then
    marks+=(-e "s#@repository@#file://${repository// /%20}#")
  else
    marks+=(-e '/repository: begin/,/repository: end/d' -e 's#maven("@repository@")#mavenLocal()#')
  fi
  marks+=(-e '/repository: \(begin\|end\)/d')
  mkdir -p "${2%/*}"
  sed "${marks[@]}" "$1" >"$2"
}
