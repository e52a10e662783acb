// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {LaunchToken} from "./LaunchToken.sol";

/// Launches tokens for anybody; the creation receipt of a launch names no contract, only the event does.
contract LaunchFactory {
    uint256 public launches;

    event TokenLaunched(address indexed token, address indexed creator, string name, string symbol, uint256 supply);

    function launch(bytes32 salt, string calldata name, string calldata symbol, uint256 supply)
        external
        returns (address token)
    {
        bytes32 bound = keccak256(abi.encodePacked(msg.sender, salt));
        token = address(new LaunchToken{salt: bound}(name, symbol, supply, msg.sender));
        launches += 1;
        emit TokenLaunched(token, msg.sender, name, symbol, supply);
    }
}
