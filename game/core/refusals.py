"""What the server refuses: every way in which a request, a command, a class or a competition is turned down.

One vocabulary with ``errors``: each kind has the code of its name, and the http status under which the web answers it.
"""

from __future__ import annotations

from plyground.core.errors import Refusal, kind


def _kind(
    name: str, status: int, meaning: str, code: str | None = None, base: type[Refusal] = Refusal
) -> type[Refusal]:
    return kind(base, name, meaning, status, code)


# Requests, and games in progress

Malformed = _kind("Malformed", 400, "A message is not of the form that the protocol describes.")
Oversized = _kind("Oversized", 413, "A message, text or list is longer than is taken.")
NoSuchGame = _kind("NoSuchGame", 404, "No game has this id, or it is no longer kept.")
WrongToken = _kind("WrongToken", 403, "The token opens no seat of this game.")
NotDirector = _kind("NotDirector", 403, "Only the director of a game between bots may do this.")
NotASeat = _kind("NotASeat", 403, "Only a seat may do this; the director has none.")
NotAllowed = _kind("NotAllowed", 403, "The holder of this token may not do this in this game.")
WrongTurn = _kind("WrongTurn", 400, "It is another seat's turn.")
OldPly = _kind("OldPly", 400, "The command was meant for an earlier moment of the game.")
UnknownCommand = _kind("UnknownCommand", 400, "There is no command of this name.")
GaveUp = _kind("GaveUp", 400, "A seat that left a game of three or more wants something of it.")
NotFinished = _kind("NotFinished", 400, "The game still goes on.", code="game_not_finished")
NoOffer = _kind("NoOffer", 400, "There is no offer to answer.")
OfferOpen = _kind("OfferOpen", 400, "The same offer stands already.")
NothingToTakeBack = _kind("NothingToTakeBack", 400, "The seat has made no move that could be taken back.")
NothingToHurry = _kind("NothingToHurry", 400, "No bot is thinking.")
HintPending = _kind("HintPending", 400, "A hint is being looked for already.")
AlreadyPaused = _kind("AlreadyPaused", 400, "The game is paused already.")
NotPaused = _kind("NotPaused", 400, "The game is not paused.")
TooFast = _kind("TooFast", 429, "One connection sends more commands than are taken.")
TooOften = _kind("TooOften", 429, "One visitor makes more games than are allowed in a minute.")
NoSuchCode = _kind("NoSuchCode", 404, "No list of games waits under this code.")
SeatTaken = _kind("SeatTaken", 409, "Somebody else has taken this seat, or the game is no longer open.")
TooManyGames = _kind("TooManyGames", 429, "The server plays as many games as it can.")
StorageFull = _kind("StorageFull", 503, "The cap on disk use is reached and nothing may be deleted.")
StorageFailed = _kind("StorageFailed", 503, "The log could not be written, so the command was not carried out.")
UnfitDatabase = _kind("UnfitDatabase", 503, "The database is damaged, another program's, or of an unfit version.")
UnfitFolder = _kind("UnfitFolder", 503, "A file in the folder of data cannot be read or made.")
CarriedElsewhere = _kind(
    "CarriedElsewhere", 503, "Another server goes on with it by now, so nothing was written.", base=StorageFailed
)
DatabaseInUse = _kind("DatabaseInUse", 503, "Another server works on the database.")
UnfitServer = _kind("UnfitServer", 503, "The web server cannot carry what the program needs.")
NoBackup = _kind("NoBackup", 400, "This kind of database is not backed up by this command.")
Busy = _kind("Busy", 503, "The server has other work of this kind before; asking again in a moment helps.")
Closing = _kind("Closing", 503, "The server is shutting down.")
BotFailed = _kind("BotFailed", 400, "A bot could not choose a move, though it was asked again.")

# Bots over the network

BadToken = _kind("BadToken", 401, "The request needs the token of a bot over the network, and shows none that is one.")
NoSuchBot = _kind("NoSuchBot", 404, "No bot over the network has this id.")
NotYourGame = _kind("NotYourGame", 403, "The bot has no seat in this game.")
NoSuchChallenge = _kind("NoSuchChallenge", 404, "No challenge of this id concerns the bot.")
ChallengeClosed = _kind("ChallengeClosed", 409, "The challenge was accepted, declined or cancelled already.")
NotChallenged = _kind("NotChallenged", 403, "The challenge is the bot's own, or another's.")
TooManyStreams = _kind("TooManyStreams", 429, "The bot, or the server, has as many streams open as are allowed.")

# The laboratory, lessons and other pages

NoSuchStudy = _kind("NoSuchStudy", 404, "No study with this id is kept, or no longer.")
NoSuchReview = _kind("NoSuchReview", 404, "No review with this key is kept.")
NoSuchPuzzle = _kind("NoSuchPuzzle", 404, "There is no puzzle with this name.")
NoSuchTrace = _kind("NoSuchTrace", 404, "No trace with this key is kept.")
LabBusy = _kind("LabBusy", 503, "No worker had time for the trace.")
NothingToSearch = _kind("NothingToSearch", 400, "The game is over in the position.")
TreeTooLarge = _kind("TreeTooLarge", 400, "The tree below a position is larger than is searched here, or takes longer.")
NoSuchLesson = _kind("NoSuchLesson", 404, "No lesson has this id.")
NoSuchStage = _kind("NoSuchStage", 404, "A game has no first steps, or no stage of this id among them.")
NoSuchMap = _kind("NoSuchMap", 404, "No game has a map with this content hash.", code="unknown_map")
BadPath = _kind("BadPath", 400, "The text is no address on this server.")
ForeignOrigin = _kind("ForeignOrigin", 403, "A page of another site asks this server to change something.")
UnknownHost = _kind("UnknownHost", 421, "The request names a server that this one is not.")
CannotListen = _kind("CannotListen", 400, "The address to serve at cannot be had.")

# Classes

NoSuchRules = _kind("NoSuchRules", 404, "The rules of the game cannot be had as a script.")
NoSuchClass = _kind("NoSuchClass", 404, "No class has this code, or it has ended.")
TooManyGuesses = _kind("TooManyGuesses", 429, "Too many wrong codes came from one connection or address.")
TooManyClasses = _kind("TooManyClasses", 429, "One address, or the server, holds as many classes as it may.")
ClassFull = _kind("ClassFull", 429, "The class has as many students as it may.")
NotTeacher = _kind("NotTeacher", 403, "Only the teacher of the class may do this.")
NotStudent = _kind("NotStudent", 403, "Only a student of the class may do this.")
NotInClass = _kind("NotInClass", 403, "The token opens nothing in this class.")
NoSuchStudent = _kind(
    "NoSuchStudent",
    403,
    "The token is no student's of this class: of another class, or the teacher sent its holder out.",
)
NicknameNeeded = _kind("NicknameNeeded", 400, "A student comes without a token of this class and without a nickname.")
BadNickname = _kind(
    "BadNickname", 400, "The nickname is too long or holds something that is no letter, digit, space or - _ . '."
)
NicknameTaken = _kind("NicknameTaken", 400, "Another student of the class has this nickname.")
NameWaits = _kind("NameWaits", 403, "The teacher has not yet approved the student's nickname.")
NameApproved = _kind("NameApproved", 400, "The student's nickname does not wait for approval any more.")
NoQuestion = _kind("NoQuestion", 400, "No question is asked now.")
QuestionClosed = _kind("QuestionClosed", 400, "The question takes no more answers.")
ClassPaused = _kind("ClassPaused", 400, "The teacher has paused the class.")
BadAnswer = _kind("BadAnswer", 400, "The text is no answer to this question.")
NotYet = _kind("NotYet", 400, "What the question asks about has not happened yet.")
VoteRunning = _kind("VoteRunning", 400, "The class plays against a bot; that comes first.")
NoVote = _kind("NoVote", 400, "The class plays against no bot.")
NoContest = _kind("NoContest", 400, "The class has no match and no tournament to which this could be done.")
ContestRuns = _kind("ContestRuns", 400, "A match or a tournament of the class goes on; that comes first.")
TooFewPlayers = _kind("TooFewPlayers", 400, "Too few students are here for a round, or all have met already.")
UnfitGame = _kind("UnfitGame", 400, "A game has too few or too many seats for this kind of match.")
NothingToAsk = _kind("NothingToAsk", 400, "The search did nothing at this node that could be asked about.")
TooManyQuestions = _kind("TooManyQuestions", 400, "The class has been asked as many questions as are kept.")

# What a teacher prepares

BadPlan = _kind("BadPlan", 400, "A file or a message holds no plan; the sentence names the line or the entry.")
NoSuchPlan = _kind("NoSuchPlan", 404, "No plan has this id, or it is no longer kept.")
NoSuchUnit = _kind("NoSuchUnit", 404, "The course has no unit with this id.")
NotAuthor = _kind("NotAuthor", 403, "Only who has the key of the plan may change it.")
NoSuchHomework = _kind("NoSuchHomework", 404, "No homework has this id, or it was deleted.")
NotSetter = _kind("NotSetter", 403, "Only who has set the homework may see the answers and change it.")
BadDate = _kind("BadDate", 400, "A date of the homework has passed, or does not fit the others.")
HomeworkOver = _kind("HomeworkOver", 409, "The homework takes no more answers.")
NoMoreTries = _kind("NoMoreTries", 409, "The question has had its tries, or was answered right.")
AnsweredElsewhere = _kind("AnsweredElsewhere", 409, "The question was answered meanwhile on another device.")

# Competitions

BadSetting = _kind("BadSetting", 400, "A setting of a competition is unknown or does not fit.")
TooFewEntrants = _kind("TooFewEntrants", 400, "There are not enough bots for what is asked.")
NoSuchCompetition = _kind("NoSuchCompetition", 404, "No competition has this id.")
NoSuchEntry = _kind("NoSuchEntry", 404, "No bot of the competition has this name, or no version this number.")
NoSuchMatch = _kind("NoSuchMatch", 404, "No game of a competition has this id.")
NeedsCode = _kind("NeedsCode", 403, "It is entered by a code of the teacher's list.")
BadCode = _kind("BadCode", 403, "No line of the teacher's list has this code.")
NameTaken = _kind("NameTaken", 400, "Another bot of the competition has this name.")
AlreadyBegun = _kind("AlreadyBegun", 400, "The event has begun, so its field and settings stand.")
Excluded = _kind("Excluded", 403, "The teacher has excluded the bot.")
StillWaiting = _kind("StillWaiting", 409, "Bots wait for their first games, and would be left out.")
NotBegun = _kind("NotBegun", 400, "The event has not begun.")
NotRunning = _kind("NotRunning", 400, "The event is not being played.")
TooMany = _kind(
    "TooMany", 409, "A competition takes no more bots, a bot no more versions, or the server no more files."
)
SameVersion = _kind("SameVersion", 409, "The very files of the latest version are handed in again.")
CannotChoose = _kind("CannotChoose", 409, "A version cannot be the one that plays.")
CannotCompare = _kind("CannotCompare", 400, "Two versions cannot be compared.")
CannotChallenge = _kind("CannotChallenge", 400, "A bot cannot challenge whom it asks for, or not now.")
AlreadyCompared = _kind("AlreadyCompared", 409, "Versions of this bot are being compared.")
BeingRun = _kind("BeingRun", 400, "Another process runs this competition.")
NoCluster = _kind("NoCluster", 400, "The scheduler cannot be reached, or its workers do not suit.")
TookTooLong = _kind("TookTooLong", 503, "A game that somebody waits for took longer than anybody should wait.")
CannotPlay = _kind("CannotPlay", 503, "Games could not be played by faults of the server's own, tried again and again.")

# What is handed in as a bot

BadUpload = _kind("BadUpload", 400, "What was handed in is no bot that could be kept; kinds of their own say why.")
UploadTooLarge = _kind("UploadTooLarge", 413, "It is larger than is taken, unpacked.", base=BadUpload)
WeightsTooLarge = _kind("WeightsTooLarge", 413, "Its learnt weights are larger than is taken.", base=BadUpload)
TooManyFiles = _kind("TooManyFiles", 400, "It has more files than are taken.", base=BadUpload)
PackedTooTightly = _kind("PackedTooTightly", 400, "A file of a zip grows as only a trap does.", base=BadUpload)
HoldsLink = _kind("HoldsLink", 400, "A link, a device or anything else that is no plain file.", base=BadUpload)
StrayPath = _kind("StrayPath", 400, "A path that leaves the bot's folder, or that a file cannot have.", base=BadUpload)
DoubledFile = _kind("DoubledFile", 400, "Two files of one path, or a file where a folder is.", base=BadUpload)
EncryptedZip = _kind("EncryptedZip", 400, "A zip with a password.", base=BadUpload)
UnreadableZip = _kind("UnreadableZip", 400, "A zip that is broken, or packed unusually.", base=BadUpload)
NotABot = _kind("NotABot", 400, "Nothing that could be started.", base=BadUpload)
BadDescription = _kind("BadDescription", 400, "plyground.json does not say what it should.", base=BadUpload)
